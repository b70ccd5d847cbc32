import Support
import JSON
import Navigation
import Sessions

extension TokenController {
  /// The lifetime of a handoff code in milliseconds: 10 minutes.
  static let codeLifetime: Int64 = 600_000

  /// `GET S/tokens`: the tokens besides the one of the session's creation, without the secrets.
  func list(_ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    let access = try await exchange.found(await registry.access(to: id))
    exchange.send(json: ["items": .array(access.validTokens(at: now()).map { .object($0.json) })])
  }

  /// `POST S/tokens`: `{"role", "name"?, "expiresIn"?, "once"?}`. The secret is returned only once.
  func create(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["role", "name", "expiresIn", "once"])
    let role = try body.required("role", "\"watch\", \"act\", \"lead\" or \"backend\"") {
      $0.stringValue.flatMap(TokenRole.init)
    }
    var lifetime = try Self.lifetime(body)
    let (name, isCode) = (try Self.name(body), try body.value("once", "true or false", \.boolValue) ?? false)
    try Self.checkMayGrant(role, asCode: isCode, exchange.token?.role)
    let (secret, id) = (isCode ? HandoffCode.random() : Token().text, "t_" + Token().text.prefix(12))
    let at = now()
    // No token outlives the one that made it. For the token that a code is traded for, a JWT is not looked up again.
    if isCode, let jwt = exchange.caller.jwt { lifetime = min(lifetime ?? .max, jwt.expiresAt - at) }
    let ends = [
      isCode ? at + Self.codeLifetime : lifetime.map { at + $0 }, exchange.token?.expiresAt,
      exchange.caller.operator?.expiresAt,
    ]
    .compactMap { $0 }
    // A code ends with the token that made it, hence its maker (docs/decisions/0043).
    let token = SessionToken(
      id: id, role: role, name: name, hash: SHA256.hash(Array(secret.utf8)), createdAt: at, expiresAt: ends.min(),
      lifetime: lifetime, isCode: isCode, maker: isCode ? exchange.caller.sessionToken : nil)
    let outcome = await registry.add(token, to: try exchange.session())
    guard case .tokenChanged = outcome else { throw exchange.problem(of: outcome) }
    var json = token.json
    json["token"] = .string(secret)
    if isCode { json["code"] = .string(secret) }
    exchange.send(json: json, status: 201)
  }

  /// `DELETE S/tokens/{token}`: the token is invalid at once, and event streams that were opened with it end.
  func remove(_ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    let outcome = await registry.removeToken(exchange.parameters["token", exchange.request] ?? "", of: id)
    guard case .tokenChanged = outcome else { throw exchange.problem(of: outcome) }
    await removeTickets(of: id)
    exchange.send(.empty(204))
  }

  /// A token hands its own role over by a code. Lasting tokens are for `lead`, and those of the role `backend` for the
  /// admin.
  ///
  /// - Parameter own: The role of the caller's token; nil: the admin's, or none is required.
  private static func checkMayGrant(_ role: TokenRole, asCode isCode: Bool, _ own: TokenRole?) throws(Problem) {
    guard let own else { return }
    if isCode {
      guard role > own else { return }
      throw Problem(
        403, "not-allowed",
        "The token has the role `\(own.rawValue)` and cannot create a code for the higher role `\(role.rawValue)`.")
    }
    guard own >= .lead else {
      throw Problem(
        403, "not-allowed",
        "The token has the role `\(own.rawValue)`, which can create codes only, with `\"once\": true`; creating a token requires "
          + "`lead` or `backend`, or the admin's token.")
    }
    guard role < .backend else {
      throw Problem(
        403, "not-allowed", "Only the admin's token or an operator's can create one with the role `backend`.")
    }
  }

  static func name(_ body: JSONObject) throws(Problem) -> String? {
    try body.value("name", "a string of 1 to 64 bytes", \.shortString)
  }

  /// The lifetime in milliseconds; nil: unlimited.
  static func lifetime(_ body: JSONObject) throws(Problem) -> Int64? {
    try body.value("expiresIn", "a number of seconds from 1 to \(longest)") { json in
      json.integerValue.flatMap { (1...longest).contains($0) ? $0 * 1_000 : nil }
    }
  }

  /// Ten years, in seconds.
  static let longest: Int64 = 315_360_000
}

extension SessionToken {
  /// The public members.
  fileprivate var json: JSONObject {
    [
      "id": .string(id), "role": .string(role.rawValue), "name": .optional(name),
      "createdAt": .timestamp(createdAt),
      "expiresAt": .timestamp(expiresAt), "once": .bool(isCode),
    ]
  }
}
