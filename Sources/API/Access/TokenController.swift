import Support
import HTTP
import JSON
import Sessions

/// Creates, lists, replaces and revokes the tokens of sessions.
struct TokenController: Controller {
  let registry: SessionRegistry
  let tickets: StreamTickets
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/token", .session, role: .lead, Documentation.rotate, rotate),
      ControllerRoute(.delete, "/v1/sessions/{id}/token", .session, role: .lead, Documentation.revoke, revoke),
      ControllerRoute(
        .get, "/v1/sessions/{id}/tokens", .session, role: .lead, scopes: .changing, Documentation.list, list),
      ControllerRoute(.post, "/v1/sessions/{id}/tokens", .session, role: .watch, Documentation.create, create),
      ControllerRoute(.delete, "/v1/sessions/{id}/tokens/{token}", .session, role: .lead, Documentation.remove, remove),
    ]
  }

  /// `POST S/token`: replaces the token. The new token is returned only once; the former one is no longer valid.
  private func rotate(_ exchange: Exchange) async throws(Problem) {
    _ = try exchange.object([], absent: [:])
    let token = Token()
    // Both tokens are never valid together: tokens are replaced because they leaked (docs/decisions/0027).
    try await changeToken(to: SHA256.hash(token.bytes), exchange)
    exchange.send(secret: JSONObject([("token", .string(token.text))]), status: 200)
  }

  /// `DELETE S/token`: only the admin can access the session until it gets another token.
  private func revoke(_ exchange: Exchange) async throws(Problem) {
    // No token has an empty hash.
    try await changeToken(to: [], exchange)
    exchange.send(.empty(204))
  }

  private func changeToken(to hash: [UInt8], _ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    let outcome = await registry.changeToken(of: id, to: hash, holding: exchange.caller.sessionToken)
    guard case .tokenChanged = outcome else { throw exchange.problem(of: outcome) }
    await removeTickets(of: id)
  }

  /// Removes the tickets that were issued to tokens which are no longer valid. They are useless; without them the server
  /// reports `bad-ticket`.
  func removeTickets(of id: SessionID) async {
    guard let access = try? await registry.access(to: id) else { return }
    let now = now()
    tickets.removeAll(of: id) { holder in holder.sessionToken.map { access.role(of: $0, at: now) == nil } ?? false }
  }

}
