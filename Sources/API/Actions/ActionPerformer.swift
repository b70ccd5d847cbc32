import Sessions

/// Performs requests on sessions and responds with their receipts.
struct ActionPerformer: Sendable {
  let registry: SessionRegistry
  let quotas: QuotaLimiter

  /// Performs a request on a session and responds with its receipt.
  func perform(_ request: ActionRequest, on id: SessionID, _ exchange: Exchange) throws(Problem) {
    try quotas.checkRate(of: id, actions: request.actions.count)
    registry.perform(request, on: id) { exchange.send(receipt: $0, key: request.key) }
  }
}
