import Sessions

/// Executes a request once per `Idempotency-Key`, for routes whose change does not store its answer itself.
///
/// The answer is stored after the change. After a crash in between, a retry executes the request again; on all these
/// routes that has no further effect or is refused.
struct IdempotencyMiddleware: Sendable {
  let registry: SessionRegistry

  /// Runs `body` unless an answer to the same request is already stored.
  func runOnce(
    _ exchange: Exchange, _ body: () async throws(Problem) -> Void
  ) async throws(Problem) {
    let endpoint = exchange.endpoint
    let session = endpoint.endsSession ? nil : try endpoint.isOfSession ? exchange.session() : nil
    let scope: KeyScope = endpoint.access == .open ? .content : session == nil ? .credential : .session
    let key = try exchange.idempotencyKey(in: scope)
    try await runOnce(for: key, of: session, exchange, body)
  }

  /// Runs `body` unless an answer is already stored for the key.
  func runOnce(
    for key: IdempotencyKey?, of session: SessionID?, _ exchange: Exchange,
    _ body: () async throws(Problem) -> Void
  ) async throws(Problem) {
    guard let key, let writer = exchange.recorder else { return try await body() }
    switch await registry.begin(key, of: session) {
    case nil:
      writer.begin { [registry] answer in await registry.end(key, of: session, recording: answer) }
      try await body()
    case .replayed(let answer, _)?: exchange.send(replaying: answer)
    case let outcome?: throw exchange.problem(of: outcome)
    }
  }
}
