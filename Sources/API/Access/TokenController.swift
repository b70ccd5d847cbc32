import Support
import Sessions

/// Creates, lists, replaces and revokes the tokens of sessions.
struct TokenController: Controller {
  let registry: SessionRegistry
  let tickets: StreamTickets
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/sessions/{id}/token", .session, role: .lead, .rotateToken, rotate),
      ControllerRoute(.delete, "/v1/sessions/{id}/token", .session, role: .lead, .revokeToken, revoke),
      ControllerRoute(
        .get, "/v1/sessions/{id}/tokens", .session, role: .lead, scopes: .changing, .listTokens, list),
      ControllerRoute(.post, "/v1/sessions/{id}/tokens", .session, role: .watch, .createToken, create),
      ControllerRoute(.delete, "/v1/sessions/{id}/tokens/{token}", .session, role: .lead, .removeToken, remove),
    ]
  }

  /// `POST S/token`: replaces the token. The new token is returned only once; the former one is no longer valid.
  private func rotate(_ exchange: Exchange) async throws(Problem) {
    _ = try exchange.object([], absent: [:])
    let token = Token()
    // Both tokens are never valid together: tokens are replaced because they leaked (docs/decisions/0027).
    try await changeToken(to: SHA256.hash(token.bytes), exchange)
    exchange.send(json: ["token": .string(token.text)])
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

extension Operation {
  static let rotateToken = Operation(
    "rotateToken", "Replace the session's token",
    "The former token is no longer valid. Event streams opened with it end.",
    body: .nothing,
    answers: .json(200, .object(["token": .string]), "The new token. It is not shown again"))

  static let revokeToken = Operation(
    "revokeToken", "Revoke the session's token",
    "Only the admin can then access the session or issue another token.",
    answers: .empty(204, "The session has no valid token"))

  static let listTokens = Operation(
    "listTokens", "List the tokens of a session",
    "Without the one of its creation, and without secrets.",
    answers: .json(200, .ref("Tokens"), "The valid tokens and handoff codes"))

  static let createToken = Operation(
    "createToken", "Create a token with a role, or a handoff code",
    "`watch` reads and listens; `act` also sends actions; `lead` also undoes, jumps, exports and creates tokens; `backend` "
      + "also sends what the app permits to its backend only. With `once` it is a code of 8 characters, which is valid for "
      + "10 minutes and traded once with `POST /v1/handoffs`. Each role makes codes for its own role or a lower one; tokens "
      + "need `lead`.",
    body: Operation.Body(
      .request(
        ["role": .oneOf(["watch", "act", "lead", "backend"])],
        optional: ["name": .text(1...64), "expiresIn": .integer(1...315_360_000), "once": .boolean]),
      example: ["role": "watch", "name": "kitchen display", "once": true]),
    answers: .json(201, .ref("CreatedToken"), "The token. It is not shown again"),
    problems: ["missing-member", "bad-member", "too-many-tokens"])

  static let removeToken = Operation(
    "removeToken", "Revoke a token or a handoff code",
    "Event streams opened with it end.",
    answers: .empty(204, "It is no longer valid"),
    problems: ["no-such-token"])
}
