import JSON
import Navigation
import Sessions

// Actions by the key of a session, which create it if there is none and they ask for that.
extension ActionController {
  /// The member of the body that asks for the creation.
  static let creation = "create"
  /// Its members.
  private static let members = ["labels", "data", "url", "version", "expires"]

  /// The member `create` of the body; nil: there is none, or the body is no JSON object.
  func newSession(_ exchange: Exchange) -> JSONValue? {
    do throws(Problem) { return try exchange.json()[Self.creation] } catch { return nil }
  }

  /// The app of a session that the request may create.
  func newApp(_ exchange: Exchange) throws(Problem) -> App {
    guard let new = newSession(exchange) else { throw exchange.refusalToAct ?? exchange.noSession }
    try creator.authorizer.checkMayCreateByKey(exchange)
    var body: JSONObject = ["app": .string(exchange.appName)]
    if let version = new["version"] { body["version"] = version }
    return try Problem.moving(under: Self.creation, Self.members) { () throws(Problem) in
      try creator.app(body, key: exchange.sessionKey, nil, exchange)
    }
  }

  /// Carries out `POST K/actions` or `POST K/{type}`.
  func actOrCreate(_ exchange: Exchange, _ type: String?) throws(Problem) {
    let refusal = exchange.refusalToAct
    // Before faults of the body, which would tell that no session has the key.
    if refusal != nil { try creator.authorizer.checkMayCreateByKey(exchange) }
    let body: JSONValue
    do throws(Problem) {
      body = try self.body(exchange, type)
    } catch {
      throw refusal ?? error
    }
    guard let given = body[Self.creation], case .object(var members) = try Self.action(body, type) else {
      // Answered like a request for a foreign session, whatever else is wrong with it.
      if let refusal { throw refusal }
      return try performer.perform(
        try request(exchange, try Self.action(body, type), type), on: try exchange.session(), exchange)
    }
    members[Self.creation] = nil
    let (action, new) = (JSONValue.object(members), try Self.checked(given))
    let create = { @Sendable () -> Void in
      exchange.task { () async throws(Problem) in
        try await act(exchange, action, type, creating: try Self.body(new, exchange))
      }
    }
    guard let id = exchange.sessionID, refusal == nil else { return create() }
    try performer.perform(try request(exchange, action, type, creation: .existing), on: id, exchange) {
      // It has been deleted meanwhile.
      exchange.setSession(nil)
      create()
    }
  }

  /// The members of `create`.
  private static func checked(_ new: JSONValue) throws(Problem) -> JSONObject {
    guard case .object(let body) = new else {
      throw .fault(
        "bad-member", "`create` must be an object; it is \(new.kind). Send {} for a plain session.", at: creation)
    }
    for name in body.names where !members.contains(name) {
      throw .fault(
        "unknown-member",
        "`create` has the unknown member `\(name)`; it takes \(members.joined(separator: ", ")). The path has the key.",
        under: JSONPointer().appending(name: creation), at: name)
    }
    return body
  }

  /// The body of the creation, as for `POST /v1/sessions`.
  private static func body(_ new: JSONObject, _ exchange: Exchange) throws(Problem) -> JSONObject {
    guard let key = exchange.sessionKey else {
      throw Problem(
        422, "bad-member",
        "The key in the path must be 1 to \(SessionMetadata.longestKey) characters without control characters.")
    }
    var body = new
    body["app"] = .string(exchange.appName)
    body["key"] = .string(key)
    return body
  }

  /// Acts in the session that has the key, or creates it.
  private func act(
    _ exchange: Exchange, _ action: JSONValue, _ type: String?, creating body: JSONObject
  ) async throws(Problem) {
    let registry = performer.registry
    while true {
      guard let id = exchange.sessionID else {
        guard try await create(exchange, action, type, body) else { return }
        // Another request has created the session meanwhile.
        continue
      }
      let request = try request(exchange, action, type, creation: .existing)
      if let refusal = exchange.refusalToAct {
        return try await repeatAnswer(to: request, of: id, exchange, or: refusal)
      }
      try performer.quotas.checkRate(of: id, actions: request.actions.count)
      let respond = try performer.responder(to: request, exchange)
      let outcome = await registry.perform(request, on: id)
      guard case .notFound = outcome else { return respond(outcome, id) }
      exchange.setSession(nil)
    }
  }

  /// Creates the session together with the action.
  ///
  /// - Returns: Whether there is a session by now, in which the request has to act.
  private func create(
    _ exchange: Exchange, _ action: JSONValue, _ type: String?, _ body: JSONObject
  ) async throws(Problem) -> Bool {
    try creator.authorizer.checkMayCreateByKey(exchange)
    let token = Token()
    let isDryRun = try Self.isDryRun(exchange)
    let hidesToken = isDryRun || exchange.caller.jwt != nil
    let first = try request(exchange, action, type, creation: .created(token: hidesToken ? nil : token.text))
    guard first.precondition == nil else {
      throw Problem(412, "revision-differs", "There is no session with the key yet, which If-Match requires.")
    }
    let request = try Problem.moving(under: Self.creation, Self.members) { () throws(Problem) in
      try creator.request(body, token: token, first: first, exchange)
    }
    let respond = try performer.responder(to: first, exchange)
    let creation = await performer.registry.create(request)
    switch creation {
    case .created(let id, let receipt, let revision):
      respond(.receipt(receipt.body, revision: revision), id)
    case .existing(let id, _, _):
      try await creator.authorizer.admit(exchange, to: id)
      return true
    default: exchange.send(creation, orIfWithdrawn: creator.withdrawal(of: request, body, exchange))
    }
    return false
  }

  /// Answers a caller without a right to the session: with the first answer to the caller's own request that made it.
  private func repeatAnswer(
    to request: ActionRequest, of id: SessionID, _ exchange: Exchange, or refusal: Problem
  ) async throws(Problem) {
    if let key = request.key, let outcome = await performer.registry.answer(to: key, of: id) {
      return exchange.send(receipt: outcome, key: key)
    }
    guard exchange.caller.jwt == nil else { throw refusal }
    throw Problem(
      403, "not-allowed",
      "A session has the key already, and a key of the app opens no session; use the token of its creation.")
  }
}

extension Problem {
  /// Runs `body`, whose faults in these members become faults in members of another one.
  fileprivate static func moving<Value>(
    under name: String, _ members: [String], _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    do throws(Problem) {
      return try body()
    } catch {
      var problem = error
      problem.faults = error.faults.filter { fault in members.contains { fault.pointer.text.hasPrefix("/\($0)") } }
        .map { Fault(at: JSONPointer().appending(name: name).appending($0.pointer), $0.detail) }
      throw problem
    }
  }
}
