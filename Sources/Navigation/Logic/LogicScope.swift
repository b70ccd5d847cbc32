import JSON

/// The variables of an expression besides those of the session: the screen that acts and the values of its action.
struct LogicScope {
  /// The screen that acts; nil for an action of the app.
  var screen: Screen.ID?
  /// The screen that acts if it has left the tree.
  var former: Screen?
  var args: JSONObject = [:]
  /// The params of a screen that a guard checks, which is not in the tree yet.
  var params: JSONObject?
  /// The result with which a screen has left; nil for other expressions.
  var result: Result?

  /// The answer to a call; nil for other expressions.
  var answer: JSONValue?

  /// The result of a screen.
  struct Result {
    let value: JSONValue
    let isCancelled: Bool
  }
}
