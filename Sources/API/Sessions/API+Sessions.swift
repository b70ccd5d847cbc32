import Digest
import HTTP
import JSON
import Navigation
import Sessions

extension API {
  /// `POST /v1/sessions`
  func create(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["app", "version", "data", "navigation", "url"])
    let token = Token()
    let app = try app(body, exchange)
    let request = CreationRequest(
      app: app, data: try data(body), navigation: body["navigation"], url: try url(body),
      tokenHash: SHA256.hash(token.bytes), key: try exchange.idempotencyKey(in: .credential, of: exchange.caller.token)
    ) { session in StoredResponse(status: 201, body: token.added(to: session)) }
    try checkCreations(of: app.name, exchange)
    registry.create(request) { [self] outcome in
      exchange.send(
        outcome,
        orIfWithdrawn: noSuchApp(app.name, version: body["version"] == nil ? nil : app.version, for: exchange.caller))
    }
  }

  private func app(_ body: JSONObject, _ exchange: Exchange) throws(Problem) -> App {
    guard case .string(let name)? = body["app"] else {
      throw .fault("missing-member", "`app` is needed: the name of the app, a string.", at: "app")
    }
    try checkMayCreate(sessionsOf: name, exchange)
    let version = body["version"]
    guard version == nil || version?.integerValue != nil else {
      throw .fault("bad-member", "`version` is an integer; this is \(version?.text ?? "").", at: "version")
    }
    guard let app = catalogue.app(name, version: version?.integerValue.map { Int($0) }) else {
      let isKnown = !catalogue.versions(of: name).isEmpty
      throw .fault(
        "unknown-app", absence(of: name, version: version?.integerValue.map { Int($0) }, for: exchange.caller),
        at: version != nil && isKnown ? "version" : "app")
    }
    return app
  }

  private func data(_ body: JSONObject) throws(Problem) -> JSONObject? {
    guard let data = body["data"] else { return nil }
    guard case .object(let members) = data else {
      throw .fault("bad-member", "`data` is an object; this is \(data.kind).", at: "data")
    }
    return members
  }

  /// The link that the session starts at; nil when absent.
  private func url(_ body: JSONObject) throws(Problem) -> String? {
    guard let url = body["url"] else { return nil }
    guard case .string(let text) = url else {
      throw .fault("bad-member", "`url` is a string, a link of the app; this is \(url.kind).", at: "url")
    }
    guard body["navigation"] == nil else {
      throw .fault("bad-member", "`url` and `navigation` both say where to begin; give one of them.", at: "url")
    }
    return text
  }

  /// `GET S`, `GET S/stack` and `GET S/timers`
  func read(_ reading: SessionStore.Reading, _ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    let id = try exchange.session()
    registry.read(reading, of: id) { [self] outcome in
      guard case .session(let json, let revision) = outcome else { return exchange.send(failed: outcome) }
      guard let condition, condition.matchesWeakly(EntityTag(String(revision))) else {
        return exchange.send(json: json, revision: revision)
      }
      if let wait = exchange.bufferLimits, case .session = reading {
        return awaitNews(of: id, condition, for: wait, exchange)
      }
      exchange.send(.notModified(revision))
    }
  }

  /// `GET S/available`
  func readAvailable(_ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    registry.available(in: try exchange.session()) { outcome in
      guard case .session(let json, let revision) = outcome else { return exchange.send(failed: outcome) }
      guard let condition, condition.matchesWeakly(EntityTag(String(revision))) else {
        return exchange.send(json: json, revision: revision)
      }
      exchange.send(.notModified(revision))
    }
  }

  /// `DELETE S`
  func delete(_ exchange: Exchange) throws(Problem) {
    registry.delete(try exchange.session(), if: try exchange.precondition(), lease: exchange.lease) { outcome in
      guard case .deleted = outcome else { return exchange.send(failed: outcome) }
      exchange.send(.empty(204))
    }
  }
}

extension Problem {
  /// A problem with one member of the body.
  static func fault(_ code: String, _ detail: String, at name: String) -> Problem {
    var problem = Problem(422, code, detail)
    problem.faults = [Fault(at: JSONPointer().appending(name: name), detail)]
    return problem
  }
}

extension Exchange {
  /// Sends the result of creating a session.
  func send(_ outcome: Creation, orIfWithdrawn problem: @autoclosure () -> Problem) {
    switch outcome {
    case .withdrawn: send(problem())
    case .created(let id, let answer, let revision): send(created: id, answer, revision: revision)
    case .replayed(let answer) where answer.status >= 400: send(kept: answer, replayed: true)
    case .replayed(let answer): send(created: answer.session, answer, revision: 1, replayed: true)
    case .refused(let refused): send(Problem(refused))
    case .keyReused: send(Problem.keyReused)
    case .keyInProgress: send(Problem.keyInProgress)
    case .journalBusy: send(Problem.journalBusy)
    case .failed(let failure): send(Problem(failure))
    }
  }

  func send(failed outcome: Outcome) {
    guard let problem = Problem(outcome, session: sessionText) else {
      preconditionFailure("the outcome is a success of another request")
    }
    send(problem)
  }

  func send(
    created id: SessionID?, _ answer: StoredResponse, revision: Int, replayed: Bool = false
  ) {
    var response = Response(status: answer.status, body: answer.body)
    response.fields.appendJSONContentType()
    response.fields.append("ETag", writing: { $0.append(revision: revision) })
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
  func send(kept answer: StoredResponse, replayed: Bool) {
    var response = Response(status: answer.status, body: answer.body)
    response.fields.append(
      "Content-Type", answer.status < 400 ? "application/json" : "application/problem+json")
    if replayed { response.fields.append("Idempotency-Replayed", "true") }
    send(response)
  }

  func ifNoneMatch() throws(Problem) -> EntityTagCondition? {
    do throws(RequestError) { return try request.ifNoneMatch() } catch { throw Problem(error) }
  }

  func ifMatch() throws(Problem) -> EntityTagCondition? {
    do throws(RequestError) { return try request.ifMatch() } catch { throw Problem(error) }
  }
}

extension StoredResponse {
  /// The id of the created session; nil if the stored body is corrupted.
  var session: SessionID? {
    do throws(JSONError) {
      return try JSONValue(parsing: body, maximumDepth: 2_048, roundingNumbers: true)["id"]?.stringValue.flatMap {
        SessionID($0)
      }
    } catch {
      return nil
    }
  }
}
