import JSON
import Reduction

extension Navigator {
  /// Performs `reset`: replaces a container, all or nothing.
  func reset(_ navigation: JSONObject, _ draft: inout Draft) throws(ActionError) {
    let (id, pane) = try place(of: navigation, in: draft.tree)
    let former = draft[id]
    if !target.isNamed, let top = former.presented.last {
      throw ActionError(.covered(id, by: top, remedy: "name the container as `target`"))
    }
    let new = try restore(navigation, as: id, in: draft.tree, &draft.allotted)
    let getsFocus = pane.map { draft[$0.container].selected == $0.former } ?? false
    if new != former {
      // A container out of the focus path does not change the current screen.
      if getsFocus || draft.tree.focusPath.contains(id) { try checkMayEnd(on: new.innermost, in: draft) }
      draft.perform(.replace(id, former: former, new: new))
    }
    guard getsFocus, let pane else { return }
    draft.select(pane.index, in: pane.container, app.definition(of: pane.container, in: draft.tree))
  }

  /// Checks the navigation of a `reset` without performing it.
  func checkReset(to navigation: JSONObject, in tree: Tree) throws(ActionError) {
    var allotted: AllottedIDs?
    _ = try restore(navigation, as: try place(of: navigation, in: tree).container, in: tree, &allotted)
  }

  /// A pane beside the one that acts.
  private struct OtherPane {
    let container: Container.ID
    let index: Int
    /// The index of the pane that acts.
    let former: Int
  }

  /// The container to replace: the named one, or else the innermost of the focus path that takes the screens, or of a pane beside
  /// it; for a step, the innermost around the screen that acts. The first of them reports the faults of a navigation that none
  /// takes.
  private func place(of navigation: JSONObject, in tree: Tree) throws(ActionError) -> (
    container: Container.ID, OtherPane?
  ) {
    let named = try target.container(in: tree)
    if let named, !target.isPassedOn { return (named, nil) }
    func accepts(_ id: Container.ID) -> Bool { app.definition(of: id, in: tree).accepts(navigation) }
    let path = tree.focusPath
    // A path has at least the root.
    let first = named ?? path[path.count - 1]
    var inner: Container.ID?
    for id in tree.containers(outwardFrom: first) {
      if accepts(id) { return (id, nil) }
      let container = tree[id]
      let former = container.screens.firstIndex { $0.content?.id == inner } ?? container.selected
      for (index, screen) in container.screens.enumerated() where container.hasOpenPanes && index != former {
        let path = screen.content?.focusPath ?? []
        guard let found = path.last(where: accepts) else { continue }
        return (found, OtherPane(container: id, index: index, former: former))
      }
      inner = id
    }
    return (first, nil)
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
