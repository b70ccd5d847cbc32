import HTTP
import JSON
import Sessions

extension API {
  /// Executes a request once per `Idempotency-Key`, for routes whose change does not store its answer itself.
  ///
  /// The answer is stored after the change. After a crash in between, a retry executes the request again; on all these
  /// routes that has no further effect or is refused.
  func runOnce(_ endpoint: Endpoint, _ exchange: Exchange) throws(Problem) {
    let session = endpoint.endsSession ? nil : try endpoint.isOfSession ? exchange.session() : nil
    let key = try exchange.idempotencyKey(in: session == nil ? .credential : .session)
    runOnce(for: key, of: session, exchange) { [self] () throws(Problem) in try endpoint.run(self, exchange) }
  }

  /// Runs `body` unless an answer is already stored for the key.
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
  /// Whether `runOnce` handles the `Idempotency-Key`: on each route that writes, unless the endpoint declares the field
  /// itself.
  var keepsAnswer: Bool {
    method.writes && !endpoint.operation.fields.contains { $0.name == Operation.Parameter.key.name }
  }
}

extension Method {
  fileprivate var writes: Bool { self == .post || self == .put || self == .delete }
}

extension Endpoint {
  /// Whether the content is streamed, so that the endpoint itself handles the key once the content is complete.
  var streamsContent: Bool { operation.id == "importSession" }

  /// Whether the request deletes the session together with its stored answers.
  fileprivate var endsSession: Bool { operation.id == "deleteSession" }
}

extension Exchange {
  /// Sends the answer to an earlier request with the same key. It may contain a secret, so it must not be cached.
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
  /// The revision in the stored session or receipt.
  fileprivate var revision: Int? {
    guard status < 300, !body.isEmpty else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: body, roundingNumbers: true)["revision"]?.integerValue.map { Int($0) }
    } catch {
      // A stored answer may be corrupted.
      return nil
    }
  }
}
