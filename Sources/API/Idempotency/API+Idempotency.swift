import HTTP
import JSON
import Sessions

extension API {
  /// Carries a request out once for its `Idempotency-Key`, for routes whose change does not keep its answer itself.
  ///
  /// The answer is written after the change: a crash in between leaves a request that was done and never answered, which
  /// is then carried out anew. All these routes are such that this makes no difference, or is refused.
  func runOnce(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    let session = endpoint.endsSession ? nil : try endpoint.isOfSession ? exchange.session() : nil
    let key = try exchange.idempotencyKey(in: session == nil ? .credential : .session)
    runOnce(for: key, of: session, exchange) { [self] () throws(Problem) in try endpoint.run(self, exchange) }
  }

  /// Runs `body` unless its answer is kept already.
  func runOnce(
    for key: IdempotencyKey?, of session: SessionID?, _ exchange: Exchange,
    _ body: @escaping @Sendable () throws(Problem) -> Void
  ) {
    let run = { @Sendable in do throws(Problem) { try body() } catch { exchange.send(error) } }
    guard let key, let writer = exchange.keeping else { return run() }
    registry.begin(key, of: session) { [registry] outcome in
      switch outcome {
      case nil:
        writer.begin { answer, send in registry.end(key, of: session, keeping: answer, ended: send) }
        run()
      case .replayed(let answer, _)?: exchange.send(again: answer)
      case let outcome?: exchange.send(failed: outcome)
      }
    }
  }
}

extension HTTP.Route<Endpoint> {
  /// Whether an `Idempotency-Key` is seen to by `runOnce`: on each route that writes, unless the endpoint has the field itself.
  var keepsAnswer: Bool {
    method.writes && !endpoint.operation.fields.contains { $0.name == Operation.Parameter.key.name }
  }
}

extension Method {
  fileprivate var writes: Bool { self == .post || self == .put || self == .delete }
}

extension Endpoint {
  /// Whether the content comes piece by piece, so that the endpoint itself sees to the key once it has all.
  var streamsContent: Bool { operation.id == "importSession" }

  /// Whether the session, with the answers that are kept for it, is gone afterwards.
  fileprivate var endsSession: Bool { operation.id == "deleteSession" }
}

extension Exchange {
  /// The answer to an earlier request with the same key. It may hold a secret, which no cache is to keep.
  fileprivate func send(again answer: StoredResponse) {
    var response = Response(status: answer.status, body: answer.body)
    if answer.status != 204 {
      response.fields.append(
        "Content-Type", answer.status < 400 ? "application/json" : "application/problem+json")
    }
    if let revision = answer.revision { response.fields.append("ETag", writing: { $0.append(revision: revision) }) }
    if let id = answer.session { response.fields.append("Location", "/v1/sessions/\(id.text)") }
    response.fields.append("Cache-Control", "no-store")
    response.fields.append("Idempotency-Replayed", "true")
    send(response)
  }
}

extension StoredResponse {
  /// That of the session or the receipt that the answer holds.
  fileprivate var revision: Int? {
    guard status < 300, !body.isEmpty else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: body, roundingNumbers: true)["revision"]?.integerValue.map { Int($0) }
    } catch {
      // A stored answer may be damaged.
      return nil
    }
  }
}
