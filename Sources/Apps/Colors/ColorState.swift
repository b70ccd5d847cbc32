import JSON

/// What a colored screen remembers: nothing. In JSON it is `{}`.
public struct ColorState: Equatable, Sendable {
  public init() {}
}

extension ColorState: JSONConvertible {
  public init(json: JSONValue) throws {
    guard json == [:] else { throw JSONMismatch(expected: "{}", found: json) }
  }

  public var json: JSONValue { [:] }
}
