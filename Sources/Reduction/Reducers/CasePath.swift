/// The way from an enum to what one of its cases holds, as a key path is the way from a struct to a property.
///
/// Written out by hand: no macro, no reflection.
/// ```swift
/// extension CasePath<AppAction, CounterAction> {
///   static let counter = CasePath(
///     embed: AppAction.counter,
///     extract: { if case .counter(let action) = $0 { action } else { nil } })
/// }
/// ```
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline
  let embedding: @Sendable (Value) -> Root
  @usableFromInline
  let extraction: @Sendable (Root) -> Value?

  /// `extract(embed(value))` has to be `value`, and `embed(extract(root))` has to be `root` where there is one.
  ///
  /// - Parameters:
  ///   - embed: Makes the case that holds a value; mostly the case itself, as in `AppAction.counter`.
  ///   - extract: What the case holds; nil when it is another case.
  @inlinable
  public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
    embedding = embed
    extraction = extract
  }

  /// The case that holds `value`.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// What the case holds; nil when `root` is another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }

  /// The way that first goes this way and then `path`.
  @inlinable
  public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(
      embed: { self.embed(path.embed($0)) },
      extract: { self.extract(from: $0).flatMap(path.extract(from:)) })
  }
}

extension CasePath where Root == Value {
  /// The way that stays where it is, as `\.self` is among key paths.
  @inlinable
  public static var `self`: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}
