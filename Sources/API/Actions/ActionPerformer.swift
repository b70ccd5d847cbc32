import Sessions

/// Performs requests on sessions and responds with their receipts.
struct ActionPerformer: Sendable {
  let registry: SessionRegistry
  let quotas: QuotaLimiter
  let shownWaits: ShownWaits

  /// Performs a request on a session and responds with its receipt.
  func perform(_ request: ActionRequest, on id: SessionID, _ exchange: Exchange) throws(Problem) {
    // After the check of the token: others cannot use up the rate of a session (docs/decisions/0038).
    try quotas.checkRate(of: id, actions: request.actions.count)
    guard !request.isDryRun, let time = exchange.shownWaitTime else {
      return registry.perform(request, on: id, in: exchange.store) { exchange.send(receipt: $0, key: request.key) }
    }
    let permit = try shownWaits.listeners.acquirePermit()
    registry.perform(request, on: id, in: exchange.store) { [shownWaits] outcome in
      shownWaits.send(outcome, of: id, within: time, holding: permit, key: request.key, exchange)
    }
  }
}
