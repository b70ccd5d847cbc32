import Sessions

/// Performs requests on sessions and responds with their receipts.
struct ActionPerformer: Sendable {
  let registry: SessionRegistry
  let quotas: QuotaLimiter

  /// Performs a request on a session and responds with its receipt.
  func perform(_ request: ActionRequest, on id: SessionID, _ exchange: Exchange) throws(Problem) {
    try quotas.checkRate(of: id, actions: request.actions.count)
    registry.perform(request, on: id) { outcome in
      switch outcome {
      case .receipt(let json, let revision): exchange.send(json: json, revision: revision)
      case .replayed(let answer, let revision):
        guard answer.status == 200 else { return exchange.send(kept: answer, replayed: true) }
        exchange.send(json: answer.body, revision: revision, replayed: true)
      case .refused(let refused):
        guard let key = request.key else { return exchange.send(Problem(refused)) }
        // Byte for byte the response that is stored and replayed.
        exchange.send(kept: key.render(refused), replayed: false)
      default: exchange.send(failed: outcome)
      }
    }
  }
}
