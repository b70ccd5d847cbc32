import JSON

// A refusal by the state (409) is returned only for a request that is valid by itself; otherwise 422.
extension App {
  /// Returns the error of an action that is invalid in every state; nil when it is valid or cannot be judged.
  ///
  /// For actions that the state has refused. Actions that were accepted have been checked before.
  package func invalidity(of action: Action, in tree: Tree) -> Refused? {
    do throws(Refused) {
      try checkValidity(of: action, in: tree)
      return nil
    } catch {
      return error.refusal.kind == .invalid ? error : nil
    }
  }

  private func checkValidity(of action: Action, in tree: Tree) throws(Refused) {
    if let navigation = try NavigationAction(action) {
      let (target, source) = (try action.target, try action.source)
      try check(navigation)
      guard case .reset(let new) = navigation else { return }
      let path = tree.focusPath
      let id = try meant(target, source, tree) ?? path[path.count - 1]
      var restoration = Restoration(app: self, tree: tree, replacing: tree[id])
      _ = try restoration.restore(
        .object(new), as: definition(of: id, in: tree), id: id, depth: tree.depth(of: id))
    } else if action.type == "screen" {
      try checkInnerAction(of: action)
    } else {
      try checkIsKnown(action)
    }
  }

  private func checkInnerAction(of action: Action) throws(Refused) {
    var fields = FieldReader(action)
    _ = try fields.string("id")
    let inner = try fields.require(fields.value("action"), "action")
    try fields.finish(["id", "action"])
    do throws(Refused) {
      try checkIsKnown(try Action(json: inner))
    } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
  }

  /// Checks that a screen of the app or the app itself has the action.
  private func checkIsKnown(_ action: Action) throws(Refused) {
    if !hasOwnAction(action.type) { throw unknown(action, on: [], beyond: ownActionTypes) }
  }
}
