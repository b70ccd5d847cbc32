/// Called once with the result of a write: nil when it is durable, otherwise the failure.
package typealias Settled = @Sendable (JournalFailure?) -> Void

/// The persistent storage of sessions. The session store decides what to write; the journal makes it durable.
///
/// Writes are performed in the order of submission, many in one transaction. Callbacks, and the rest of an inline task that
/// waits, run on the journal's threads and must not block.
package protocol Journal: AnyObject, Sendable {
  /// Queues a write. `settled` is called once: with nil when the write is durable, otherwise with the failure.
  ///
  /// A failed write changes nothing. The writes of a session complete in order. After a failed change, later changes of
  /// the session and idempotency records that refer to that revision or a later one fail too, until the session has
  /// rolled back and submits that revision again.
  ///
  /// - Returns: false when the queue is full; nothing was queued then and `settled` is not called.
  func submit(_ write: Write, settled: @escaping Settled) -> Bool

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

  /// Finds the session that has a handoff code, by the SHA-256 of the code; nil when there is none.
  func session(withCode hash: [UInt8]) async throws(JournalFailure) -> SessionID?

  /// Reads sessions as their snapshots have them, each with its current screen.
  func sessions(_ query: SummaryQuery) async throws(JournalFailure) -> [SessionSummary]

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

  /// The sessions whose snapshots were behind when the journal was opened. They should be loaded once, and their snapshots
  /// stored.
  var behind: [SessionID] { get }
}

extension Journal {
  /// Events are numbered one by one.
  package var eventStride: Int64 { 1 }

  /// The only writer knows the last event.
  package func refreshLastEvent() async throws(JournalFailure) -> Int64 { lastEvent }
}
