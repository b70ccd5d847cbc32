/// A value that a reducer sends out for somebody else to act on: a route, a request to an outer system.
///
/// Its type is erased in the ``Effect`` and typed again where somebody subscribes to it.
public protocol Output: Sendable, Equatable {}

/// A value for the store of another session. What it means is the recipient's affair.
public protocol Message: Sendable, Equatable {}

extension Equatable {
  /// Whether both are of one type and equal; what `==` would say if it could open both existentials.
  @usableFromInline
  func isEqual(to other: Any) -> Bool {
    other as? Self == self
  }
}
