import JSON
import Reduction

extension Navigator {
  /// Performs `reset`: replaces a container, all or nothing.
  func reset(_ navigation: JSONObject, _ draft: inout Draft) throws(ActionError) {
    let id = try container(for: navigation, in: draft.tree)
    let former = draft[id]
    if !target.isNamed, let top = former.presented.last {
      throw ActionError(.covered(id, by: top, remedy: "name the container as `target`"))
    }
    let new = try restore(navigation, as: id, in: draft.tree, &draft.allotted)
    guard new != former else { return }
    // A container out of the focus path does not change the current screen.
    if draft.tree.focusPath.contains(id) { try checkMayEnd(on: new.innermost, in: draft) }
    draft.perform(.replace(id, former: former, new: new))
  }

  /// Checks the navigation of a `reset` without performing it.
  func checkReset(to navigation: JSONObject, in tree: Tree) throws(ActionError) {
    var allotted: AllottedIDs?
    _ = try restore(navigation, as: try container(for: navigation, in: tree), in: tree, &allotted)
  }

  /// The container to replace: the named one, or else the innermost of the focus path that takes the screens; for a step,
  /// the innermost around the screen that acts. The first of them reports the faults of a navigation that none takes.
  private func container(for navigation: JSONObject, in tree: Tree) throws(ActionError) -> Container.ID {
    let named = try target.container(in: tree)
    if let named, !target.isPassedOn { return named }
    let path = tree.focusPath
    // A path has at least the root.
    let first = named ?? path[path.count - 1]
    return tree.containers(outwardFrom: first).first { app.definition(of: $0, in: tree).accepts(navigation) } ?? first
  }

  private func restore(
    _ navigation: JSONObject, as id: Container.ID, in tree: Tree, _ allotted: inout AllottedIDs?
  ) throws(ActionError) -> Container {
    var restoration = Restoration(app: app, tree: tree, replacing: tree[id], allotted)
    defer { allotted = restoration.ids.allotted }
    return try restoration.restore(
      .object(navigation), as: app.definition(of: id, in: tree), id: id, depth: tree.depth(of: id))
  }

  /// Refuses to end on a screen that the current one does not lead to. Staying on the current screen is allowed.
  private func checkMayEnd(on end: Screen, in draft: Draft) throws(ActionError) {
    if case .unguarded = destinationCheck { return }
    let current = draft.tree.current
    guard app.hasDestinations, end.id != current.id || end.route != current.route else { return }
    do throws(Refusal) { try app.routes[current.route]?.checkLeads(to: end.route, destinationCheck) } catch {
      throw ActionError(error)
    }
    try app.checkCondition(to: end.route, from: current, draft)
  }
}

extension ContainerDefinition {
  /// Whether a navigation is of this kind, if it names one, and has no screen of a route that the container does not take.
  fileprivate func accepts(_ navigation: JSONObject) -> Bool {
    (navigation["kind"]?.stringValue ?? kind.rawValue) == kind.rawValue
      && (navigation["screens"]?.arrayValue ?? []).allSatisfy { $0["route"]?.stringValue.map(accepts) ?? true }
  }
}
