/// The name of a delayed effect, by which it is replaced or cancelled. A string, because it has to outlive a restart.
///
/// An id is a path: `shop/42/load` is `load` in the scope `shop/42`, and is cancelled with that scope. A reducer names
/// its own effects (`load`); composition adds the scopes.
public struct EffectID: Hashable, Sendable {
  /// The stored text.
  public let rawValue: String

  /// Creates an id.
  ///
  /// - Parameter rawValue: A text that is unique among the delayed effects of one store.
  @inlinable
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

extension EffectID: ExpressibleByStringLiteral {
  /// Creates an id from a string literal.
  @inlinable
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension EffectID: CustomStringConvertible {
  /// The stored text.
  public var description: String { rawValue }
}
