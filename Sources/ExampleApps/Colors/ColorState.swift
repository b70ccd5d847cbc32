import JSON

/// The state of a colored screen, which is empty. In JSON it is `{}`.
public struct ColorState: Codable, JSONConvertible, Equatable, Sendable {
  /// Creates the state.
  public init() {}
}
