/// A stored session: its snapshot, and the changes after it.
package struct StoredSession: Sendable {
  package var session: SessionRow
  /// The root container of the snapshot as JSON.
  package var navigation: [UInt8]
  /// Oldest first; the first one follows `session.revision`.
  package var changes: [PastChange]
  /// The session's last revision, if there are too many changes or too long ones; those after `changes` are then read
  /// page by page. nil: `changes` has all of them.
  package var lastRevision: Int?
  package var idempotencyRecords: [IdempotencyRecord]
  /// The timers pending after all changes.
  package var timers: [TimerRow]
  /// The calls without an answer after all changes.
  package var calls: [WaitingCall]
  package var tokens: SessionTokens
  /// The position after all changes, with several nodes.
  package var position: SessionPosition?
  /// The oldest available revision after all changes, with several nodes. The snapshot may lag behind it.
  package var oldest: Int?
  /// The lease, with several nodes.
  package var lease: Lease?

  package init(
    session: SessionRow, navigation: [UInt8], changes: [PastChange],
    lastRevision: Int? = nil, idempotencyRecords: [IdempotencyRecord], timers: [TimerRow],
    calls: [WaitingCall] = [], tokens: SessionTokens = SessionTokens(), position: SessionPosition? = nil,
    oldest: Int? = nil, lease: Lease? = nil
  ) {
    self.session = session
    self.navigation = navigation
    self.changes = changes
    self.lastRevision = lastRevision
    self.idempotencyRecords = idempotencyRecords
    self.timers = timers
    self.calls = calls
    self.tokens = tokens
    self.position = position
    self.oldest = oldest
    self.lease = lease
  }
}
