import Navigation

/// How much one session may hold and wait for.
package struct Limits: Sendable {
  /// Actions of one session that wait for the disk.
  package var waitingActions = 64
  /// Bytes of a session's state, about as its JSON counts them.
  package var stateSize = 256_000
  /// Milliseconds for which the answer to an idempotency key is kept.
  package var keptAnswers: Int64 = 24 * 60 * 60 * 1_000
  /// Bytes that the loaded sessions may take, about; above it the least recently used are unloaded.
  package var memory = 512 << 20
  /// Bytes of these at which no other session is made or loaded for a client.
  package var memoryCeiling = 1 << 30
  /// Who may listen to one session.
  package var listeners = 10_000

  /// Bytes of one line of an archive that is imported.
  package var archiveLine = 2 << 20

  /// Delayed actions of a session.
  package var timers = Timer.Limits()

  /// Messages on their way to a session.
  package var mailbox = 1_000

  package init() {}
}
