// The writes of an import. Its changes are written in slices, which stay invisible until the session is added.

/// A part of the history of an imported session.
package struct ImportSlice: Sendable {
  package let session: SessionID
  /// Consecutive changes, oldest first.
  package let changes: [Change]
  /// Whether this is the first slice; it replaces the remains of an earlier, failed import.
  package let isFirst: Bool
}

/// An imported session without its changes, which are already written.
package struct ImportedSession: Sendable {
  /// The session at its last revision.
  package var session: StateSnapshot
  /// The pending timers.
  package let timers: [TimerRow]
  /// The calls without an answer.
  package let calls: [CallRow]
  /// The tokens besides the one of its creation.
  package let tokens: SessionTokens
  /// The stored responses, with their bodies.
  package let idempotencyRecords: [IdempotencyRecord]
  /// The versions of the app that come with the archive.
  package let apps: [StoredApp]
  package let record: IdempotencyRecord?

  package init(
    session: StateSnapshot, timers: [TimerRow], calls: [CallRow] = [], tokens: SessionTokens = SessionTokens(),
    idempotencyRecords: [IdempotencyRecord] = [], apps: [StoredApp] = [], record: IdempotencyRecord? = nil
  ) {
    self.session = session
    self.timers = timers
    self.calls = calls
    self.tokens = tokens
    self.idempotencyRecords = idempotencyRecords
    self.apps = apps
    self.record = record
  }
}
