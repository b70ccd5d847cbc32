/// Limits for one caller and for all callers; nil means unlimited.
package struct Quotas: Sendable, Equatable {
  /// Requests from one address.
  package var requests: Rate?
  /// Actions sent to one session.
  package var actions: Rate?
  /// Sessions created from one address.
  package var creations: Rate?
  /// Sessions created with one app key.
  package var creationsPerKey: Rate?
  /// Sessions created by all callers.
  package var creationsInAll: Rate?
  /// Concurrent listeners to all sessions.
  package var listeners: Int?

  package init() {}
}
