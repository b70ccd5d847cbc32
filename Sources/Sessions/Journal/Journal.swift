/// Called once with the result of a write: nil when it is durable, otherwise the failure.
package typealias Settled = @Sendable (JournalFailure?) -> Void

/// The persistent storage of sessions. The session store decides what to write; the journal makes it durable.
///
/// Writes are performed in the order of submission, many in one transaction. Callbacks, and the rest of an inline task that
/// waits, run on the journal's threads and must not block.
///
/// Several servers, the nodes, may have a journal each on the same database.
package protocol Journal: AnyObject, Sendable {
  /// Queues a write. `settled` is called once: with nil when the write is durable, otherwise with the failure.
  ///
  /// A failed write changes nothing. The writes of a session complete in order. After a failed change, later changes of
  /// the session and idempotency records that refer to that revision or a later one fail too, until the session has
  /// rolled back and submits that revision again.
  ///
  /// With several nodes, a write fails with `overtaken` if the session's row does not have the basis of the commit as
  /// its token, if a message that the change delivers does not exist any more, or if a creation's idempotency key has an
  /// answer; writes that rest on a failed one fail with the same failure. It fails with `unknown` if it cannot be found out
  /// whether it is durable.
  ///
  /// - Parameter commit: The place of a write to a session among those of all nodes; nil: the write belongs to no session, or no
  ///   other node writes.
  /// - Returns: false when the queue is full; nothing was queued then and `settled` is not called.
  func submit(_ write: Write, as commit: SessionCommit?, settled: @escaping Settled) -> Bool

  /// Stores the snapshot of a session soon, not only when the journal is idle.
  func storeSnapshot(of owner: any SnapshotOwner) async throws(JournalFailure)

  /// Reads the snapshot of a session, with the first changes after it; nil when it does not exist. Omits the bodies of
  /// stored responses.
  func load(_ id: SessionID) async throws(JournalFailure) -> StoredSession?

  /// Reads the app and the token hash of a session only; nil when it does not exist.
  func identity(of id: SessionID) async throws(JournalFailure) -> SessionIdentity?

  /// Reads the response to the first request with this idempotency key, including its body.
  ///
  /// - Parameter session: nil: a request that created a session.
  func idempotencyRecord(for key: String, of session: SessionID?) async throws(JournalFailure) -> IdempotencyRecord?

  /// Reads committed changes of a session, oldest first; fewer than `limit` if they are long.
  func history(_ query: HistoryPageQuery) async throws(JournalFailure) -> ItemPage<HistoryItem>

  /// Reads committed outputs of a session, oldest first; fewer than `limit` if they are long.
  func outputs(_ query: OutputQuery) async throws(JournalFailure) -> ItemPage<OutputItem>

  /// Reads a page of a session's history. Pruned changes are omitted.
  func past(_ query: PastQuery) async throws(JournalFailure) -> PastPage

  /// Reads the pending timers of all sessions.
  func timers(_ query: TimerQuery) async throws(JournalFailure) -> [DueTimer]

  /// Reads the remains of a deleted session; nil when there are none.
  func tombstone(of id: SessionID) async throws(JournalFailure) -> Tombstone?

  /// Reads the undelivered messages of all sessions. A message is returned from when it is durable until a change
  /// delivers it or it is dismissed.
  func messages(_ query: MessageQuery) async throws(JournalFailure) -> MessagePage

  /// Reads calls without an answer. A call is returned from when it is durable until a change ends it.
  func calls(_ query: CallQuery) async throws(JournalFailure) -> [CallRow]

  /// The undelivered messages of each session; nil: the journal counts them when it stores others.
  var mailboxes: Mailboxes? { get }

  /// Finds the session of an app that has a key; nil when there is none.
  func session(withKey key: String, of app: String) async throws(JournalFailure) -> SessionID?

  /// Finds the session that has a handoff code or a token, also one that has ended, by its SHA-256; nil when there is none. The
  /// token of a session's creation is not found.
  func session(withToken hash: [UInt8]) async throws(JournalFailure) -> SessionID?

  /// Counts sessions as of one moment, without loading them.
  func count(_ query: SessionCountQuery) async throws(JournalFailure) -> SessionCounts

  /// Reads sessions as their snapshots have them, each with its current screen.
  func sessions(_ query: SummaryQuery) async throws(JournalFailure) -> [SessionSummary]

  /// Reads the counts of flows.
  func flows(_ query: FlowQuery) async throws(JournalFailure) -> FlowReport

  /// Reads a page of the events of all sessions of an app.
  func appEvents(_ query: AppEventQuery) async throws(JournalFailure) -> AppEventPage

  /// The number of the last durable event of any app.
  var lastEvent: Int64 { get }

  /// By how much the number of a transaction's first event exceeds that of the transaction before.
  var eventStride: Int64 { get }

  /// Reads ``lastEvent`` anew, where other servers write as well.
  func refreshLastEvent() async throws(JournalFailure) -> Int64

  /// Sets the listener that is called after the commit of new events. It must not block.
  func announceEvents(to listener: @escaping @Sendable () -> Void)

  /// Finds sessions that exceed the limits of their history.
  func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage

  /// Reads sessions that may have expired, in the order of their times.
  func expired(_ query: ExpiryQuery) async throws(JournalFailure) -> ExpiryPage

  /// Copies the whole database at one point in time into a new file, while it stays in use.
  func backUp() async -> BackingUp

  /// Reads the sessions whose snapshots are behind although no process may be about to store them: those of an earlier process,
  /// or of all nodes. They should be loaded once, and their snapshots stored.
  ///
  /// - Parameter partitions: Only sessions in these.
  func behind(in partitions: PartitionSet) async throws(JournalFailure) -> [SessionID]

  // MARK: Nodes

  /// Whether no other node writes to the database. What follows is for the others.
  var isExclusive: Bool { get }

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
  /// Queues a write that belongs to no session, or to one that no other node writes.
  package func submit(_ write: Write, settled: @escaping Settled) -> Bool { submit(write, as: nil, settled: settled) }

  /// Events are numbered one by one.
  package var eventStride: Int64 { 1 }

  /// The only writer knows the last event.
  package func refreshLastEvent() async throws(JournalFailure) -> Int64 { lastEvent }
}
