import Navigation

/// An action of a counter screen.
public enum CounterAction: String, Equatable, Sendable, CaseIterable {
  case increment, decrement
  /// The user wants to continue from here. The router decides which screen follows. The navigation action of the same
  /// type is told apart by its `route`.
  case push
}

extension CounterAction: ActionConvertible {
  /// Reads `increment`, `decrement` and `push`, which have no fields.
  public init?(_ action: Action) throws(ActionError) {
    guard let known = CounterAction(rawValue: action.type) else { return nil }
    try FieldReader(action).finish([])
    self = known
  }

  /// The action as JSON.
  public var action: Action { Action(rawValue) }
}
