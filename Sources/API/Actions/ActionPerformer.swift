import Sessions

/// Performs requests on sessions and responds with their receipts.
struct ActionPerformer: Sendable {
  let registry: SessionRegistry
  let quotas: QuotaLimiter
  let shownWaits: ShownWaits

  /// Performs a request on a session and responds with its receipt.
  ///
  /// - Parameter ifGone: Called instead of the response if there is no such session.
  func perform(
    _ request: ActionRequest, on id: SessionID, _ exchange: Exchange, ifGone: (@Sendable () -> Void)? = nil
  ) throws(Problem) {
    // After the check of the token: others cannot use up the rate of a session (docs/decisions/0038).
    try quotas.checkRate(of: id, actions: request.actions.count)
    guard !request.isDryRun, let time = exchange.shownWaitTime else {
      return registry.perform(request, on: id, in: exchange.store) { outcome in
        if let ifGone, case .notFound = outcome { return ifGone() }
        exchange.send(receipt: outcome, key: request.key)
      }
    }
    let permit = try shownWaits.listeners.acquirePermit()
    registry.perform(request, on: id, in: exchange.store) { [shownWaits] outcome in
      if let ifGone, case .notFound = outcome { return ifGone() }
      shownWaits.send(outcome, of: id, within: time, holding: permit, key: request.key, exchange)
    }
  }

  /// Responds with the receipt of a request that was carried out.
  func respond(
    with outcome: Outcome, of id: SessionID, _ request: ActionRequest, _ exchange: Exchange
  ) throws(Problem) {
    guard !request.isDryRun, let time = exchange.shownWaitTime else {
      return exchange.send(receipt: outcome, key: request.key)
    }
    let permit = try shownWaits.listeners.acquirePermit()
    shownWaits.send(outcome, of: id, within: time, holding: permit, key: request.key, exchange)
  }
}
