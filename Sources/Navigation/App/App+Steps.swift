extension App {
  /// A function that returns the navigation actions to perform after a screen's reducer has accepted an action.
  ///
  /// They belong to the same change: when one of them is refused, the action is refused. An alternative to outputs and
  /// a router: the function maps actions to navigation directly.
  public typealias Steps = @Sendable (_ action: Action, _ taker: Taker) throws(Refused) -> [Action]

  /// The recipient of an action.
  public struct Taker: Sendable {
    /// The screen whose reducer accepted the action.
    public let screen: Screen.ID
    /// Whether the action named the screen by `source`, `target` or `screen`.
    public let isNamed: Bool
    /// The tree after the reducer has run.
    public let tree: Tree
  }
}
