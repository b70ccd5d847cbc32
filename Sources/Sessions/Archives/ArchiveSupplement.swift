/// The parts of a session that its archive lacks. Only the token is known for an archive from elsewhere.
package struct ArchiveSupplement: Sendable {
  /// SHA-256 of the session's token.
  package let tokenHash: [UInt8]
  /// The tokens besides the one of its creation.
  package let tokens: SessionTokens
  /// The calls without an answer.
  package let calls: [CallRow]
  /// The stored responses, with their bodies.
  package let idempotencyRecords: [IdempotencyRecord]

  package init(
    tokenHash: [UInt8], tokens: SessionTokens = SessionTokens(), calls: [CallRow] = [],
    idempotencyRecords: [IdempotencyRecord] = []
  ) {
    self.tokenHash = tokenHash
    self.tokens = tokens
    self.calls = calls
    self.idempotencyRecords = idempotencyRecords
  }
}
