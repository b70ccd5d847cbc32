/// A value that a reducer sends to subscribers outside of the store: a route, a request to another system.
///
/// The ``Effect`` erases its type; a subscription restores it (``Store/subscribeRoutes(_:untilReleased:)``).
public protocol Output: Sendable, Equatable {}

/// A value that a reducer sends to the store of another session, which interprets it.
public protocol Message: Sendable, Equatable {}

extension Equatable {
  /// Whether both have the same type and are equal. Compares two existentials, which `==` cannot.
  @usableFromInline
  func isEqual(to other: Any) -> Bool {
    other as? Self == self
  }
}
