/// A value with an id that is not a part of it, such as the state of the selected row, which may still be loading.
///
/// ```swift
/// var selection: Identified<Row.ID, CounterState?>?
/// selection = Identified(nil, id: row.id)
/// selection?.value = CounterState(count: row.count)
/// ```
/// A reducer of the value is lifted by the path `\Identified.value`.
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id.
  public let id: ID
  /// The value.
  public var value: Value

  /// Creates a pair of a value and its id.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
