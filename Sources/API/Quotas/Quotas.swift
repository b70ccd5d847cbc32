/// How much of the server one caller may take, and all of them; nil is without a limit.
package struct Quotas: Sendable, Equatable {
  /// Requests of one address.
  package var requests: Rate?
  /// Actions of one session.
  package var actions: Rate?
  /// Sessions that one address makes.
  package var creations: Rate?
  /// Sessions that are made with one app key.
  package var creationsPerKey: Rate?
  /// Sessions that all make.
  package var creationsInAll: Rate?
  /// Who may listen to all sessions together.
  package var listeners: Int?

  package init() {}
}

/// What was taken of the quotas. A quota that is not set has no table, and costs nothing but a look at that.
struct QuotaTables: Sendable {
  let requests: RateTable?
  let actions: RateTable?
  let creations: RateTable?
  let creationsPerKey: RateTable?
  let creationsInAll: RateTable?
  let listenerPermits: ListenerPermits?

  init(_ quotas: Quotas) {
    requests = quotas.requests.map(RateTable.init)
    actions = quotas.actions.map(RateTable.init)
    creations = quotas.creations.map(RateTable.init)
    creationsPerKey = quotas.creationsPerKey.map(RateTable.init)
    creationsInAll = quotas.creationsInAll.map(RateTable.init)
    listenerPermits = quotas.listeners.map(ListenerPermits.init)
  }
}
