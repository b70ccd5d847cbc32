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
  /// The session as the target counts it among those that stay on their last screen; nil: it does not.
  package let counted: CountedFlow?

  package init(
    tokenHash: [UInt8], tokens: SessionTokens = SessionTokens(), calls: [CallRow] = [],
    idempotencyRecords: [IdempotencyRecord] = [], counted: CountedFlow? = nil
  ) {
    self.tokenHash = tokenHash
    self.tokens = tokens
    self.calls = calls
    self.idempotencyRecords = idempotencyRecords
    self.counted = counted
  }
}
