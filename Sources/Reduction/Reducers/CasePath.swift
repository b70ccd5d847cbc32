/// A path from an enum to the associated value of one case, as a key path leads from a struct to a property.
///
/// A case path has two functions: ``extract(from:)`` returns the value when the enum is in that case, and ``embed(_:)``
/// makes the enum from a value. Reducers use case paths to find the actions of a child in those of its parent
/// (`Reducer.pullback`), and to wrap the actions that the child's effects feed back.
///
/// Case paths are written by hand, without macros or reflection:
/// ```swift
/// extension CasePath<AppAction, CounterAction> {
///   static let counter = CasePath(
///     embed: AppAction.counter,
///     extract: { if case .counter(let action) = $0 { action } else { nil } })
/// }
/// ```
///
/// With that extension, `.counter` names the path wherever one is expected:
/// ```swift
/// counter.pullback(state: \.counter, action: .counter)
/// ```
///
/// ## Topics
///
/// ### Creating a case path
/// - ``init(embed:extract:)``
/// - ``self``
/// - ``appending(path:)``
///
/// ### Using a case path
/// - ``extract(from:)``
/// - ``embed(_:)``
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline
  let embedding: @Sendable (Value) -> Root
  @usableFromInline
  let extraction: @Sendable (Root) -> Value?

  /// Creates a path of two functions that are inverse to each other.
  ///
  /// `extract(embed(value))` must be `value`; `embed(extract(root))` must be `root`, unless `extract(root)` is nil.
  ///
  /// - Parameters:
  ///   - embed: Makes the enum from a value; usually the case itself, such as `AppAction.counter`.
  ///   - extract: Returns the value of the case; nil when the enum is in another case.
  @inlinable
  public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
    embedding = embed
    extraction = extract
  }

  /// Makes the enum that holds `value` in this case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// Returns the value of this case; nil when `root` is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }

  /// Creates a path that follows this path and then `path`.
  @inlinable
  public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(
      embed: { self.embed(path.embed($0)) },
      extract: { self.extract(from: $0).flatMap(path.extract(from:)) })
  }
}

extension CasePath where Root == Value {
  /// The path from a value to itself, as `\.self` is among key paths.
  @inlinable
  public static var `self`: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}
