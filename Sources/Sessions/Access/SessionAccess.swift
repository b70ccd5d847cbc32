import Support
import Navigation

/// The tokens of a session with their roles, known without loading it.
package struct SessionAccess: Sendable, Equatable {
  /// The hash of the token of the session's creation; empty: no token opens the session.
  package let tokenHash: [UInt8]
  /// The role of that token.
  let clientRole: TokenRole
  let tokens: SessionTokens

  /// Returns the token with a hash; nil when it does not open the session.
  package func token(with hash: [UInt8], at now: Int64) -> PresentedToken? {
    // The stored hash of a revoked token is empty. It equals no hash, since the lengths are compared too
    // (decision 0027).
    if SHA256.isSame(tokenHash, hash) {
      return PresentedToken(role: clientRole, holder: PresentedToken.creation, by: .session(clientRole), expiresAt: nil)
    }
    return tokens.token(with: hash, at: now).map {
      PresentedToken(role: $0.role, holder: $0.holder, by: $0.attribution, expiresAt: $0.expiresAt)
    }
  }

  /// Returns when a token expired, was deleted or was replaced, in milliseconds since 1970; nil when it is valid or unknown.
  package func end(of hash: [UInt8], at now: Int64) -> Int64? { tokens.end(of: hash, at: now) }

  /// Returns the role of a token; nil when it does not open the session.
  package func role(of hash: [UInt8], at now: Int64) -> TokenRole? { token(with: hash, at: now)?.role }

  /// Returns the other tokens and the handoff codes that are valid.
  package func validTokens(at now: Int64) -> [SessionToken] { tokens.valid(at: now).filter { isHeld($0, at: now) } }

  /// Whether the token that made a code is still valid; true for tokens.
  private func isHeld(_ token: SessionToken, at now: Int64) -> Bool {
    token.maker.map { role(of: $0, at: now) != nil } ?? true
  }

  /// Trades a code for a token, which ends no later than the token that made the code.
  ///
  /// - Parameters:
  ///   - code: The hash of the code.
  ///   - hash: The hash of the token.
  func trading(
    _ code: [UInt8], for hash: [UInt8], at now: Int64
  ) throws(ActionError) -> (tokens: SessionTokens, token: SessionToken) {
    guard let found = tokens.code(with: code, at: now), isHeld(found, at: now) else { throw .noSuchCode }
    let limit = found.maker.flatMap { tokens.token(with: $0, at: now)?.expiresAt }
    let token = found.traded(for: hash, at: now, until: limit)
    return (tokens.replacing(found, by: token), token)
  }

  /// Returns the access with other tokens besides that of the creation.
  func with(_ tokens: SessionTokens) -> SessionAccess {
    SessionAccess(tokenHash: tokenHash, clientRole: clientRole, tokens: tokens)
  }

  /// Returns the access after the token of the creation was replaced.
  func replacingCreation(by hash: [UInt8], at now: Int64) -> SessionAccess {
    let former = tokenHash.isEmpty ? nil : SessionToken(replaced: tokenHash, clientRole, at: now)
    return SessionAccess(
      tokenHash: hash, clientRole: clientRole, tokens: former.map { tokens.remembering($0, at: now) } ?? tokens)
  }

  init(tokenHash: [UInt8], clientRole: TokenRole, tokens: SessionTokens) {
    self.tokenHash = tokenHash
    self.clientRole = clientRole
    self.tokens = tokens
  }

  init(_ identity: SessionIdentity, _ clientRole: TokenRole) {
    self.init(tokenHash: identity.tokenHash, clientRole: clientRole, tokens: identity.tokens)
  }

  /// The access to a deleted session, whose other tokens are not stored.
  init?(_ tombstone: Tombstone) {
    guard let tokenHash = tombstone.tokenHash else { return nil }
    self.init(tokenHash: tokenHash, clientRole: .lead, tokens: SessionTokens())
  }
}

/// A token of a session that a request has presented.
package struct PresentedToken: Sendable, Equatable {
  /// The holder of the token of the session's creation, also after it was replaced.
  static let creation = "session"

  package let role: TokenRole
  /// The holder of the token within its session.
  package let holder: String
  /// The token as it appears in the history.
  package let attribution: Attribution
  /// Milliseconds since 1970; nil: it does not expire.
  package let expiresAt: Int64?

  init(role: TokenRole, holder: String, by attribution: Attribution, expiresAt: Int64?) {
    self.role = role
    self.holder = holder
    self.attribution = attribution
    self.expiresAt = expiresAt
  }
}
