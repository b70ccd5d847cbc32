import Navigation

/// The resource limits of sessions, per session unless noted.
package struct SessionLimits: Sendable {
  /// Actions of a session that wait for the disk.
  package var waitingActions = 64
  /// Approximate bytes of a session's state as JSON.
  package var stateSize = 256_000
  /// Approximate bytes of the outputs, messages and calls of a change.
  package var outputBytes = 256 << 10
  /// Nested containers. A session that already is deeper may keep its depth.
  package var treeDepth = 20
  /// Approximate bytes of a session's history; above it the oldest revisions are pruned.
  package var historyBytes = 64 << 20
  /// Milliseconds for which the response to an idempotency key is stored.
  package var idempotencyLifetime: Int64 = 24 * 60 * 60 * 1_000
  /// Approximate bytes of all memory that clients can grow, for all sessions; above it the least recently used sessions
  /// are unloaded.
  package var memory = 512 << 20
  /// Bytes of the same memory at which clients can create or load no more sessions.
  package var memoryCeiling = 1 << 30
  /// Bytes of the loaded sessions of one app above which clients that are limited to that app get no more; nil: three
  /// quarters of the ceiling.
  package var memoryPerApp: Int?
  /// Unexpired leases of all sessions, loaded or not.
  package var leases = 100_000
  /// Event streams and waiting requests of a session.
  package var listeners = 10_000

  /// Bytes of one line of an imported archive.
  package var archiveLine = 49 << 16

  /// Pending timers of a session.
  package var timers = Timer.Limits()

  /// Milliseconds after its last change at which a session without an expiry of its own expires; nil: never.
  package var expiry: Int64?

  /// Undelivered messages to a session.
  package var mailbox = MailboxLimit()

  /// Milliseconds for which a request to a session is repeated while other nodes write to it.
  package var storeTimeout: Int64 = 5_000

  package init() {}
}
