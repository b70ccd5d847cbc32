import JSON
import Reduction

extension Navigator {
  /// Performs `setParams`, `replaceParams` and `pushParams` on the source, the focused screen of the target, or the
  /// current screen.
  ///
  /// - Parameter keepsFormer: Whether `goBack` returns to the former params.
  func setParams(
    _ params: JSONObject, merge: Bool, keepsFormer: Bool = false, _ draft: inout Draft
  ) throws(ActionError) {
    let id: Screen.ID
    if let named = try target.container(in: draft.tree) {
      id = target.source ?? draft[named].focused.id
    } else {
      id = draft.tree.current.id
    }
    let (container, edit) = try changing(params, merge: merge, of: id, in: draft.tree)
    if let edit {
      let former = keepsFormer ? draft.tree.screen(id) : nil
      draft.perform(edit)
      if let former {
        let entries = (former.formerParams + [former.params]).suffix(Screen.mostFormerParams)
        draft.perform(.formerParams(id, former: former.formerParams, new: Array(entries)))
      }
    }
    draft.renewLastVisit(to: id, in: container)
  }

  /// Returns the step that changes the params of a screen, and its container; no step when they are equal.
  private func changing(
    _ params: JSONObject, merge: Bool, of id: Screen.ID, in tree: Tree
  ) throws(ActionError) -> (Container.ID, Edit?) {
    guard let (container, position) = tree.root.holder(of: id) else { throw .screenGone(id, in: tree) }
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
