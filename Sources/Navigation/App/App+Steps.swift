extension App {
  /// What an action that a screen took opens and closes: navigation actions, carried out after the screen's reducer, in
  /// the same change. All or none: when one is refused, the action is.
  ///
  /// The way of a router: the function says what an action means for the flow, and no screen sends anything out.
  public typealias Steps = @Sendable (_ action: Action, _ taker: Taker) throws(Refused) -> [Action]

  /// Where an action was taken.
  public struct Taker: Sendable {
    /// The screen whose reducer took it.
    public let screen: Screen.ID
    /// Whether the action was for that screen, by `source`, `target` or `screen`, and not offered to who would take it.
    public let isNamed: Bool
    /// What there is once the reducer has run.
    public let tree: Tree
  }
}
