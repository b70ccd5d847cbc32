import JSON

/// The state of a colored screen, which is empty. In JSON it is `{}`.
public struct ColorState: Equatable, Sendable {
  /// Creates the state.
  public init() {}
}

extension ColorState: JSONConvertible {
  /// Reads `{}`.
  public init(json: JSONValue) throws {
    guard json == [:] else { throw JSONMismatch(expected: "{}", found: json) }
  }

  /// `{}`.
  public var json: JSONValue { [:] }
}
