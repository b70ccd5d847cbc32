import JSON
import Reduction

extension App {
  /// Performs `reset`: replaces a container, all or nothing.
  func reset(
    _ navigation: JSONObject, _ target: Container.ID?, _ source: Screen.ID?, _ draft: inout Draft
  ) throws(Refused) {
    let path = draft.tree.focusPath
    let meant = try meant(target, source, draft.tree)
    let id = meant ?? path[path.count - 1]
    let former = draft[id]
    if meant == nil, let top = former.presented.last {
      throw Refused(.covered(id, by: top, remedy: "name the container as `target`"))
    }
    var restoration = Restoration(app: self, tree: draft.tree, replacing: former)
    let new = try restoration.restore(
      .object(navigation), as: definition(of: id, in: draft.tree), id: id, depth: draft.tree.depth(of: id))
    guard new != former else { return }
    // A container out of the focus path does not change the current screen.
    if path.contains(id) { try checkMayEnd(on: new.innermost, from: draft.tree.current) }
    draft.perform(.replace(id, former: former, new: new))
  }

  /// Refuses to end on a screen that the current one does not lead to. Staying on the current screen is allowed.
  private func checkMayEnd(on end: Screen, from current: Screen) throws(Refused) {
    guard hasDestinations, end.id != current.id || end.route != current.route else { return }
    do throws(Refusal) { try checkMayOpen(end.route, from: current.route) } catch { throw Refused(error) }
  }
}

extension Container {
  /// The current screen when the container is in front.
  fileprivate var innermost: Screen {
    var screen = focused
    while let content = screen.content { screen = content.focused }
    return screen
  }
}
