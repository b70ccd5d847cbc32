/// The part of a session that decides on access to it, known without loading it.
package struct SessionIdentity: Sendable, Equatable {
  package let app: String
  package let appVersion: Int
  /// SHA-256 of the session's token; empty: no token opens it.
  package let tokenHash: [UInt8]
  package let tokens: SessionTokens

  package init(app: String, appVersion: Int, tokenHash: [UInt8], tokens: SessionTokens = SessionTokens()) {
    self.app = app
    self.appVersion = appVersion
    self.tokenHash = tokenHash
    self.tokens = tokens
  }
}
