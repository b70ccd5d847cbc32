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
      ControllerRoute(.get, "/v1/sessions", .admin, scopes: .reading, Documentation.list, list),
      ControllerRoute(.post, "/v1/sessions", .creation, scopes: .changing, Documentation.create, create),
      ControllerRoute(.get, "/v1/sessions/{id}", .session, Documentation.read, read),
      ControllerRoute(.patch, "/v1/sessions/{id}", .session, role: .lead, Documentation.patch, patch),
      ControllerRoute(.delete, "/v1/sessions/{id}", .session, role: .lead, Documentation.delete, delete),
      ControllerRoute(.get, "/v1/sessions/{id}/stack", .session, Documentation.readStack, readStack),
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
