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

/// The usage of the rate limits. A limit that is not set has no table and costs only a check for nil.
struct QuotaTables: Sendable {
  let requests: RateTable?
  let actions: RateTable?
  let creations: RateTable?
  let creationsPerKey: RateTable?
  let creationsInAll: RateTable?

  init(_ quotas: Quotas) {
    requests = quotas.requests.map(RateTable.init)
    actions = quotas.actions.map(RateTable.init)
    creations = quotas.creations.map(RateTable.init)
    creationsPerKey = quotas.creationsPerKey.map(RateTable.init)
    creationsInAll = quotas.creationsInAll.map(RateTable.init)
  }
}
