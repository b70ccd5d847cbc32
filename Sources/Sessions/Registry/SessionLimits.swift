import Navigation

/// How much one session may hold and wait for.
package struct SessionLimits: Sendable {
  /// Actions of one session that wait for the disk.
  package var waitingActions = 64
  /// Bytes of a session's state, about as its JSON counts them.
  package var stateSize = 256_000
  /// Containers inside each other. A session that is deeper already may stay so.
  package var treeDepth = 20
  /// Bytes that the history of a session may take, about; above it the oldest revisions are pruned.
  package var historyBytes = 64 << 20
  /// Milliseconds for which the answer to an idempotency key is kept.
  package var keptAnswers: Int64 = 24 * 60 * 60 * 1_000
  /// Bytes that all that clients can make grow may take, about; above it the least recently used sessions are unloaded.
  package var memory = 512 << 20
  /// Bytes of these at which no other session is made or loaded for a client.
  package var memoryCeiling = 1 << 30
  /// Bytes of the loaded sessions of one app, above which clients that may use that app alone get no more; nil: three
  /// quarters of the ceiling.
  package var memoryPerApp: Int?
  /// Leases at a time, of sessions in memory or not.
  package var leases = 100_000
  /// Who may listen to one session.
  package var listeners = 10_000

  /// Bytes of one line of an archive that is imported.
  package var archiveLine = 4 << 20

  /// Delayed actions of a session.
  package var timers = Timer.Limits()

  /// Messages on their way to a session.
  package var mailbox = 1_000

  package init() {}
}
