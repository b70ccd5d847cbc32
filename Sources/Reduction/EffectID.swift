/// Names a delayed effect, so that it can be replaced or cancelled. A string, because it has to outlive a restart.
public struct EffectID: Hashable, Sendable {
  /// What is stored and shown.
  public let rawValue: String

  /// - Parameter rawValue: Unique among the delayed effects of one store.
  @inlinable
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

extension EffectID: ExpressibleByStringLiteral {
  @inlinable
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension EffectID: CustomStringConvertible {
  public var description: String { rawValue }
}
