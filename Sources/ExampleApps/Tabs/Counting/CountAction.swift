import Navigation

/// An action of the counter's tab.
public enum CountAction: String, Equatable, Sendable, CaseIterable {
  case increment, decrement
}

extension CountAction: ActionConvertible {
  /// Reads `increment` and `decrement`, which have no fields.
  public init?(_ action: Action) throws(ActionError) {
    guard let known = CountAction(rawValue: action.type) else { return nil }
    try FieldReader(action).finish([])
    self = known
  }

  /// The action as JSON.
  public var action: Action { Action(rawValue) }

  static let schemas = allCases.map { ActionSchema($0.rawValue) }
}
