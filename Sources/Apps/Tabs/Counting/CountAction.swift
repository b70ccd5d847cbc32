import Navigation

/// What can happen in the counter's tab.
public enum CountAction: String, Equatable, Sendable, CaseIterable {
  case increment, decrement
}

extension CountAction: ActionConvertible {
  public init?(_ action: Action) throws(Refused) {
    guard let known = CountAction(rawValue: action.type) else { return nil }
    try FieldReader(action).finish([])
    self = known
  }

  public var action: Action { Action(rawValue) }

  static let schemas = allCases.map { ActionSchema($0.rawValue) }
}
