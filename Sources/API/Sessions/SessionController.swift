import HTTP
import Sessions

/// Creates, lists, reads, labels and deletes sessions.
struct SessionController: Controller {
  let creator: SessionCreator
  let longPolls: LongPolls

  var registry: SessionRegistry { creator.registry }
  var authorizer: Authorizer { creator.authorizer }

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/sessions", .admin, scopes: .reading, .listSessions, list),
      ControllerRoute(.post, "/v1/sessions", .creation, scopes: .changing, .createSession, create),
      ControllerRoute(.get, "/v1/sessions/{id}", .session, .readSession, read),
      ControllerRoute(.patch, "/v1/sessions/{id}", .session, role: .lead, .patchSession, patch),
      ControllerRoute(.delete, "/v1/sessions/{id}", .session, role: .lead, .deleteSession, delete),
      ControllerRoute(.get, "/v1/sessions/{id}/stack", .session, .readStack, readStack),
    ]
  }

  /// `POST /v1/sessions`
  private func create(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(SessionCreator.members)
    let request = try creator.request(body, token: Token(), exchange)
    let creation = await registry.create(request)
    if case .existing(let id, _, _) = creation, let jwt = exchange.caller.jwt,
      try await authorizer.token(of: jwt, for: id) == nil
    {
      throw Problem(
        404, "no-such-session",
        "No session of the app \"\(request.app.name)\" with the key that its `access.create` computes is open to this JWT."
      )
    }
    exchange.send(creation, orIfWithdrawn: creator.withdrawal(of: request, body, exchange))
  }

  /// `GET S`: at once, or with `Prefer: wait` at the next change.
  private func read(_ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    let id = try exchange.session()
    registry.read(.session, of: id, in: exchange.store) { [longPolls] outcome in
      if case .notFound = outcome { return sendAbsence(of: id, exchange) }
      guard case .session(let json, let revision) = outcome else { return exchange.send(failed: outcome) }
      guard let condition, condition.matches(EntityTag(String(revision))) else {
        return exchange.send(json: json, revision: revision)
      }
      if let wait = exchange.waitTime { return longPolls.begin(on: id, condition, for: wait, exchange) }
      exchange.send(.notModified(revision))
    }
  }

  /// Sends the problem of a session that does not exist, or not any more.
  private func sendAbsence(of id: SessionID, _ exchange: Exchange) {
    exchange.task { () async throws(Problem) in
      throw await registry.hasExpired(id)
        ? .sessionExpired(exchange.sessionText) : exchange.noSession
    }
  }

  /// `GET S/stack`
  private func readStack(_ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    registry.read(.stack, of: try exchange.session(), in: exchange.store) { exchange.send($0, unless: condition) }
  }

  /// `DELETE S`
  private func delete(_ exchange: Exchange) async throws(Problem) {
    let outcome = await registry.delete(
      try exchange.session(), if: try exchange.precondition(), lease: exchange.lease)
    guard case .deleted = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(.empty(204))
  }
}

extension Operation {
  static let listSessions = Operation(
    "listSessions", "List sessions, sorted by id",
    "A page may have fewer items than `limit`, or none, even if another page follows.",
    query: [
      .init("app", .string, "Only sessions of this app", example: "counter"),
      .init(
        "route", .string, "Only sessions whose current screen has this route or is inside a screen with this route"),
      .init("key", .text(1...200), "Only sessions with this key", example: "order-17"),
      .label,
      .init("updatedAfter", .moment, "Only sessions updated after this time", example: "2026-01-02T03:04:05.678Z"),
      .init("updatedBefore", .moment, "Only sessions updated before this time", example: "2026-01-02T03:04:05.678Z"),
      .limit, .init("after", .ref("SessionID"), "The `next` value of the previous page"),
    ],
    answers: .json(200, .ref("Sessions"), "A page"),
    problems: ProblemKind.storage + ["bad-parameter"])

  static let createSession = Operation(
    "createSession", "Create a session",
    fields: [.key],
    body: Operation.Body(
      .request(
        ["app": .string],
        optional: [
          "version": .integer(from: 1), "data": .open, "navigation": .open, "url": .string,
          "key": .text(1...200), "labels": .labels, "ifExists": .oneOf(["return"]), "expires": .expiry,
        ]),
      example: ["app": "counter"]),
    answers: .created,
    .json(200, .ref("Session"), "With `ifExists`: the session that has the key, without a token", fields: ["ETag"]),
    problems: ProblemKind.creation
      + ProblemKind.reduction
      + ["missing-member", "bad-member", "unknown-app", "no-such-app", "key-taken", "too-many-labels"])

  static let readSession = Operation(
    "readSession", "Read a session",
    fields: [.ifNoneMatch, .wait],
    answers: .json(200, .ref("Session"), "The session", fields: ["ETag"]), .notModified)

  static let patchSession = Operation(
    "patchSession", "Change the labels of a session, or give it a key",
    "The labels are merged with the present ones; null removes a label. `key` is for a session that has none: a guest's "
      + "session gets one at the sign-in. The revision stays the same.",
    fields: [.ifMatch, .lease],
    body: Operation.Body(
      .request([:], optional: ["labels": .labelPatch, "key": .text(1...200)]),
      example: ["labels": ["store": "berlin", "hall": nil]]),
    answers: .json(200, .ref("Session"), "The session", fields: ["ETag"]),
    problems: [
      "missing-member", "bad-member", "revision-differs", "session-leased", "session-busy", "too-many-labels",
      "key-taken",
    ])

  static let deleteSession = Operation(
    "deleteSession", "Delete a session and its history",
    fields: [.ifMatch, .lease],
    answers: .empty(204, "It was deleted"),
    problems: ["revision-differs", "session-leased", "session-busy"])

  static let readStack = Operation(
    "readStack", "Read the stack of the current screen",
    fields: [.ifNoneMatch],
    answers: .json(200, .ref("Stack"), "The stack", fields: ["ETag"]), .notModified,
    problems: ["no-stack"])
}
