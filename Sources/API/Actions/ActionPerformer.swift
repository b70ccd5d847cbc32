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
    let respond = try responder(to: request, exchange)
    registry.perform(request, on: id, in: exchange.store) { outcome in
      if let ifGone, case .notFound = outcome { return ifGone() }
      respond(outcome, id)
    }
  }

  /// Returns a function that responds with the receipt of a request, at once or when its revision was shown.
  func responder(
    to request: ActionRequest, _ exchange: Exchange
  ) throws(Problem) -> @Sendable (Outcome, SessionID) -> Void {
    let key = request.key
    guard !request.isDryRun, let time = exchange.shownWaitTime else {
      return { outcome, _ in exchange.send(receipt: outcome, key: key) }
    }
    // Before the request is carried out, which a client without a permit would repeat.
    let permit = try shownWaits.listeners.acquirePermit()
    return { [shownWaits] outcome, id in
      shownWaits.send(outcome, of: id, within: time, holding: permit, key: key, exchange)
    }
  }
}
