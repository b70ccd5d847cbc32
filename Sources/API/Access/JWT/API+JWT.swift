import Navigation
import Sessions

extension API {
  /// Replaces the issuers of JWTs.
  package func setIssuers(_ issuers: [IssuerConfiguration]) { authorizer.issuers.replace(by: issuers) }
}

extension Authorizer {
  /// Finds the holder of a JWT as the token of a session, which is loaded; nil: it has no role.
  func token(of jwt: VerifiedToken, for id: SessionID) async throws(Problem) -> PresentedToken? {
    try await Problem.ifFails(await registry.token(of: jwt, for: id, onFailure: issuers.report))
  }

  /// The holder of a JWT as the token of a session in memory; nil: it has no role.
  func token(of jwt: VerifiedToken, in store: SessionStore) -> PresentedToken? {
    store.token(of: jwt, at: now(), onFailure: issuers.report)
  }

  /// Checks the role of the holder of a JWT. Without a role, the session does not exist for the holder.
  func accept(
    _ token: PresentedToken?, of jwt: VerifiedToken, for role: TokenRole, _ exchange: Exchange
  ) throws(Problem) {
    if let token, token.role >= role {
      exchange.token = token
      return
    }
    let refusal = token.map { Self.roleTooLow($0.role, needed: role) } ?? exchange.noSession
    guard exchange.endpoint.creates else { throw refusal }
    exchange.refusalToAct = refusal
  }
}

extension Caller {
  /// The JWT that the request was sent with.
  var jwt: VerifiedToken? { if case .jwt(let token) = self { token } else { nil } }

  /// The hash of the token of a session or of an app key, which is looked up.
  var sessionToken: [UInt8]? { if case .token(let hash) = self { hash } else { nil } }
}
