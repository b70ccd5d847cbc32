import Navigation

/// The tokens of a session with their roles, known without loading it.
package struct SessionAccess: Sendable, Equatable {
  /// The hash of the token of the session's creation.
  package let tokenHash: TokenHash
  /// The role of that token.
  let clientRole: TokenRole
  let tokens: SessionTokens

  /// Returns the role of a token; nil when it does not open the session.
  package func role(of hash: [UInt8], at now: Int64) -> TokenRole? {
    tokenHash.isSame(as: hash) ? clientRole : tokens.role(of: hash, at: now)
  }

  /// Returns the other tokens and the handoff codes that are valid.
  package func validTokens(at now: Int64) -> [SessionToken] { tokens.valid(at: now) }

  init(tokenHash: TokenHash, clientRole: TokenRole, tokens: SessionTokens) {
    self.tokenHash = tokenHash
    self.clientRole = clientRole
    self.tokens = tokens
  }

  init(_ identity: SessionIdentity, _ clientRole: TokenRole) {
    self.init(tokenHash: TokenHash(identity.tokenHash), clientRole: clientRole, tokens: identity.tokens)
  }

  /// The access to a deleted session, whose other tokens are not stored.
  init?(_ tombstone: Tombstone) {
    guard let tokenHash = tombstone.tokenHash else { return nil }
    self.init(tokenHash: TokenHash(tokenHash), clientRole: .lead, tokens: SessionTokens())
  }
}
