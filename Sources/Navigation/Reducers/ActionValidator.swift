import JSON

/// A check whether an action is valid in every state of a session.
///
/// For actions that the state has refused: a refusal by the state (409) is returned only for a request that is valid by
/// itself; otherwise 422. Actions that were accepted have been checked before.
package struct ActionValidator {
  private let app: App
  private let tree: Tree

  /// Creates a validator of the actions of a session.
  package init(app: App, tree: Tree) {
    self.app = app
    self.tree = tree
  }

  /// Returns the error of an action that is invalid in every state; nil when it is valid or cannot be judged.
  package func fault(of action: Action) -> ActionError? {
    do throws(ActionError) {
      try check(action)
      return nil
    } catch {
      return error.refusal.kind == .invalid ? error : nil
    }
  }

  private func check(_ action: Action) throws(ActionError) {
    if let navigation = try NavigationAction(action) {
      let target = ActionTarget(container: try action.target, source: try action.source)
      try navigation.check(in: app)
      guard case .reset(let new) = navigation else { return }
      try Navigator(app: app, target: target).checkReset(to: new, in: tree)
    } else if action.type == "screen" {
      try checkInnerAction(of: action)
    } else {
      try checkIsKnown(action)
    }
  }

  private func checkInnerAction(of action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    _ = try fields.string("id")
    let inner = try fields.require(fields.value("action"), "action")
    try fields.finish(["id", "action"])
    do throws(ActionError) {
      try checkIsKnown(try Action(json: inner))
    } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
  }

  /// Checks that a screen of the app or the app itself has the action.
  private func checkIsKnown(_ action: Action) throws(ActionError) {
    if !app.hasOwnAction(action.type) { throw .unknown(action, of: app, known: app.ownActionTypes) }
  }
}
