import HTTP
import JSON
import Sessions

// The responses that several controllers send.

extension Exchange {
  /// Runs `body` on this thread until it waits, and sends the problem that it throws.
  func task(_ body: @escaping @Sendable () async throws(Problem) -> Void) {
    Task.inline { [self] in
      do throws(Problem) { try await body() } catch { send(error) }
    }
  }

  func send(failed outcome: Outcome) { send(problem(of: outcome)) }

  /// The problem of a request that was not carried out.
  func problem(of outcome: Outcome) -> Problem {
    if case .notFound = outcome { return noSession }
    guard let problem = Problem(outcome, session: sessionText, isExplained: seesDefinition) else {
      preconditionFailure("the outcome is a success of another request")
    }
    return problem
  }

  /// Sends the outcome of a request that changes a session.
  ///
  /// - Parameters:
  ///   - key: The request's idempotency key, under which a refusal is stored.
  ///   - status: The status of a success.
  func send(receipt outcome: Outcome, key: IdempotencyKey?, status: Int = 200) {
    switch outcome {
    case .receipt(let json, let revision): send(json: json, revision: revision, status: status)
    case .replayed(let answer, let revision) where answer.status == 200:
      send(json: answer.body, revision: revision, status: status, replayed: true)
    case .replayed(let answer, _): send(stored: answer, replayed: true)
    case .refused(let refused):
      guard let key else { return send(Problem(refused, isExplained: seesDefinition)) }
      // Byte for byte the response that is stored and replayed.
      send(stored: key.render(refused), replayed: false)
    default: send(failed: outcome)
    }
  }

  /// Sends a part of a session, or 304 if the client has its revision.
  func send(_ outcome: Outcome, unless condition: EntityTagCondition?) {
    guard case .session(let json, let revision) = outcome else { return send(failed: outcome) }
    guard let condition, condition.matches(EntityTag(String(revision))) else {
      return send(json: json, revision: revision)
    }
    send(.notModified(revision))
  }

  /// Sends the result of creating a session.
  func send(_ outcome: Creation, orIfWithdrawn problem: @autoclosure () -> Problem) {
    switch outcome {
    case .withdrawn: send(problem())
    case .created(let id, let answer, let revision): send(created: id, answer, revision: revision)
    case .existing(_, let json, let revision): send(json: json, revision: revision)
    case .replayed(let answer) where answer.status >= 400: send(stored: answer, replayed: true)
    case .replayed(let answer): send(created: answer.session, answer, revision: 1, replayed: true)
    case .refused(let refused): send(Problem(refused, isExplained: seesDefinition))
    case .keyReused: send(Problem.keyReused)
    case .keyInProgress: send(Problem.keyInProgress)
    case .turnsBusy: send(Problem.turnsBusy)
    case .journalBusy: send(Problem.journalBusy)
    case .failed(let failure): send(Problem(failure))
    }
  }

  func send(created id: SessionID?, _ answer: StoredResponse, revision: Int, replayed: Bool = false) {
    var response = Response(
      status: answer.status, contentType: "application/json", entityTag: revision, body: answer.body)
    if let id {
      response.fields.append(
        "Location",
        writing: {
          $0.append(text: "/v1/sessions/")
          id.append(to: &$0)
        })
    }
    if replayed { response.fields.append("Idempotency-Replayed", "true") }
    send(response)
  }

  /// Sends a response stored under its idempotency key.
  func send(stored answer: StoredResponse, replayed: Bool) {
    var response = Response(status: answer.status, contentType: answer.contentType, body: answer.body)
    if replayed { response.fields.append("Idempotency-Replayed", "true") }
    send(response)
  }

  /// Sends the answer to an earlier request with the same key.
  func send(replaying answer: StoredResponse) {
    var response = Response(status: answer.status, entityTag: answer.revision, body: answer.body)
    if answer.status != 204 { response.contentType = answer.contentType }
    if answer.status == 201, let id = answer.session { response.fields.append("Location", "/v1/sessions/\(id.text)") }
    response.fields.append("Idempotency-Replayed", "true")
    send(response)
  }

  /// Sends a file, or 304 if the client has it.
  ///
  /// - Parameters:
  ///   - policy: The Content-Security-Policy of a page.
  ///   - field: The field of the request that the content depends on.
  func send(
    file bytes: [UInt8], tag: String, as content: Endpoint.Content, policy: String?, varyingBy field: String? = nil,
    unless condition: EntityTagCondition?
  ) {
    let isKnown = condition?.matches(EntityTag(tag)) ?? false
    var response = isKnown ? Response.empty(304) : Response(bytes, as: content)
    if let policy { response.fields.append(policy: policy) }
    if let field { response.fields.append("Vary", field) }
    response.fields.append("ETag", "\"\(tag)\"")
    response.commonFields = Response.revalidated
    send(response)
  }

  func send(json: JSONObject, status: Int = 200) { send(json: JSONValue.object(json).bytes, status: status) }
}

extension Response {
  /// The JSON of a session or a receipt, with its revision as the entity tag.
  static func revision(_ revision: Int, _ json: [UInt8], status: Int = 200, isReplayed: Bool = false) -> Response {
    var response = Response(status: status, contentType: "application/json", entityTag: revision, body: json)
    if isReplayed { response.fields.append("Idempotency-Replayed", "true") }
    return response
  }

  /// 304 (RFC 9110 §15.4.5).
  static func notModified(_ revision: Int) -> Response { Response(status: 304, entityTag: revision) }
}

extension StoredResponse {
  fileprivate var contentType: StaticString { status < 400 ? "application/json" : "application/problem+json" }

  /// The id of the created session; nil if the stored body is corrupted.
  fileprivate var session: SessionID? {
    do throws(JSONError) {
      return try JSONValue(parsing: body, maximumDepth: 2_048, roundingNumbers: true)["id"]?.stringValue.flatMap {
        SessionID($0)
      }
    } catch {
      return nil
    }
  }

  /// The revision in the stored session or receipt.
  fileprivate var revision: Int? {
    guard status < 300, !body.isEmpty else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: body, maximumDepth: 2_048, roundingNumbers: true)["revision"]?.integerValue.map {
        Int($0)
      }
    } catch {
      // A stored answer may be corrupted.
      return nil
    }
  }
}
