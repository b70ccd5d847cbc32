/// Names a delayed effect, so that it can be replaced or cancelled. A string, because it has to outlive a restart.
///
/// A path: `shop/42/load` is `load` inside of the scope `shop/42`, and is cancelled with all of it. Reducers write `load`;
/// who puts them together adds the scopes.
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
