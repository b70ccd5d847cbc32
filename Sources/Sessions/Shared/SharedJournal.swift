/// A journal on which several nodes serve the same sessions.
///
/// Each node has a journal of its own on the same database. A write that belongs to a session is submitted with a
/// ``SessionCommit``, also a creation, an import's `add`, a deletion and a dismissed message. Writes that belong to no
/// session use `submit(_:settled:)`.
package protocol SharedJournal: Journal {
  /// Queues a write to a session.
  ///
  /// Fails with `overtaken` if the session's row does not have the basis as its token, if a message that the change
  /// delivers does not exist any more, or if a creation's idempotency key has an answer. Writes that rest on a failed one
  /// fail with the same failure. Fails with `unknown` if it cannot be found out whether the write is durable.
  ///
  /// - Returns: false when the queue is full; `settled` is not called then.
  func submit(
    _ write: Write, as commit: SessionCommit, settled: @escaping Settled
  ) -> Bool

  /// Compares sessions with their rows, in one statement that is sent after this call. Returns the commits since the
  /// given positions of those that differ, and the editions of the catalogues; `known` may be empty.
  ///
  /// Fails if the node cannot be sure that its answer is current, such as one without a heartbeat.
  func check(_ known: [SessionID: SessionPosition]) async throws(JournalFailure) -> FreshnessReport

  /// Locks the row of a session, after those nodes that asked before. The writes with the reservation are committed
  /// together once it is ended.
  ///
  /// - Returns: The reservation, and the commits since the position; nil: none.
  func reserve(
    _ session: SessionID, since position: SessionPosition
  ) async throws(JournalFailure) -> (SessionReservation, SessionNews?)

  /// Commits the writes of a reservation and unlocks the session. A reservation that is too old has failed by itself.
  func end(_ reservation: SessionReservation)

  /// Sets the listener of hints from other nodes. It must not block.
  func announceHints(to listener: @escaping @Sendable ([NodeHint]) -> Void)

  /// Sets the listener of the living nodes, which is called with the present ones at once and then with each change.
  func announceMembership(to listener: @escaping @Sendable (Membership) -> Void)

  /// Reads all stored versions of all apps, ordered by name and version.
  func apps() async throws(JournalFailure) -> [StoredApp]

  /// Reads the keys of all apps.
  func appKeys() async throws(JournalFailure) -> [StoredAppKey]

  /// Reads all batch jobs, ordered by id.
  func batches() async throws(JournalFailure) -> [StoredBatch]

  /// Queues a change of the table of listeners. A listener of a session that does not exist fails with `overtaken`.
  func write(_ change: PresenceWrite) async throws(JournalFailure)

  /// Reads the listeners of sessions on all living nodes.
  func presences(of sessions: [SessionID]) async throws(JournalFailure) -> [SessionID: StoredPresences]

  /// Stores a ticket.
  func add(_ ticket: StoredTicket) async throws(JournalFailure)

  /// Takes a ticket out of the store; nil: it does not exist any more.
  func redeemTicket(_ hash: [UInt8], of session: SessionID) async throws(JournalFailure) -> StoredTicket?
}

extension Journal {
  /// Whether other nodes write to the same database.
  package var isShared: Bool { self is any SharedJournal }
}
