import Navigation

/// What can happen on a counter screen.
public enum CounterAction: String, Equatable, Sendable, CaseIterable {
  case increment, decrement
  /// The user wants to go on from here. Where to is not this screen's affair.
  case push
}

extension CounterAction: ActionConvertible {
  public init?(_ action: Action) throws(Refused) {
    guard let known = CounterAction(rawValue: action.type) else { return nil }
    try FieldReader(action).finish([])
    self = known
  }

  public var action: Action { Action(rawValue) }
}
