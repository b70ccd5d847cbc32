import JSON
import Reduction

extension Navigator {
  /// Performs `setParams` and `replaceParams` on the source, the focused screen of the target, or the current screen.
  func setParams(_ params: JSONObject, merge: Bool, _ draft: inout Draft) throws(ActionError) {
    let id: Screen.ID
    if let named = try target.container(in: draft.tree) {
      id = target.source ?? draft[named].focused.id
    } else {
      id = draft.tree.current.id
    }
    let (container, edit) = try changing(params, merge: merge, of: id, in: draft.tree)
    if let edit { draft.perform(edit) }
    // The screen's last visit has the same params.
    let new = draft.tree.screen(id)?.params
    draft.focus(container) { focus in
      guard focus.history.last(where: { $0.screen == id })?.params != new else { return }
      focus.history.forgetParams(ofLastVisitTo: id)
    }
  }

  /// Returns the step that changes the params of a screen, and its container; no step when they are equal.
  private func changing(
    _ params: JSONObject, merge: Bool, of id: Screen.ID, in tree: Tree
  ) throws(ActionError) -> (Container.ID, Edit?) {
    guard let (container, position) = tree.root.holder(of: id) else { throw .screenGone(id) }
    let screen = container[position]
    var new = params
    if merge {
      new = screen.params
      new.merge(params)
    }
    if let route = app.routes[screen.route] {
      try route.check(new)
      if route.identity(new) != route.identity(screen.params) {
        do throws(Refusal) { try container.checkUnique(route, with: new) { $0 != id } } catch {
          throw ActionError(error)
        }
      }
    }
    return (container.id, new == screen.params ? nil : .params(id, former: screen.params, new: new))
  }
}
