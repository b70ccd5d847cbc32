/// The persistent storage of sessions. The session store decides what to write; the journal makes it durable.
///
/// Writes are performed in the order of submission, many in one transaction. Callbacks run on the journal's threads and
/// must not block.
package protocol Journal: AnyObject, Sendable {
  /// Queues a write. `settled` is called once: with nil when the write is durable, otherwise with the failure.
  ///
  /// A failed write changes nothing. The writes of a session complete in order. After a failed change, later changes of
  /// the session and idempotency records that refer to that revision or a later one fail too, until the session has
  /// rolled back and submits that revision again.
  ///
  /// - Returns: false when the queue is full; nothing was queued then and `settled` is not called.
  func submit(_ write: Write, settled: @escaping @Sendable (JournalFailure?) -> Void) -> Bool

  /// Requests that the owner's tables are updated soon, not only when the journal is idle.
  func project(_ owner: any Projecting, settled: @escaping @Sendable (JournalFailure?) -> Void)

  /// Reads a session from its tables, with the first changes after them; nil when it does not exist. Omits the bodies
  /// of stored responses.
  func load(_ id: SessionID, loaded: @escaping @Sendable (Result<StoredSession?, JournalFailure>) -> Void)

  /// Reads the app and the token hash of a session only; nil when it does not exist.
  func identity(of id: SessionID, read: @escaping @Sendable (Result<SessionIdentity?, JournalFailure>) -> Void)

  /// Reads the response to the first request with this idempotency key, including its body.
  ///
  /// - Parameter session: nil: a request that created a session.
  func answer(
    to key: String, of session: SessionID?,
    read: @escaping @Sendable (Result<IdempotencyRecord?, JournalFailure>) -> Void)

  /// Reads committed changes of a session, oldest first; fewer than `limit` if they are long.
  func history(
    _ query: HistoryPageQuery, read: @escaping @Sendable (Result<ItemPage<HistoryItem>, JournalFailure>) -> Void)

  /// Reads committed outputs of a session, oldest first; fewer than `limit` if they are long.
  func outputs(_ query: OutputQuery, read: @escaping @Sendable (Result<ItemPage<OutputItem>, JournalFailure>) -> Void)

  /// Reads a page of a session's history. Pruned changes are omitted.
  func past(_ query: PastQuery, read: @escaping @Sendable (Result<PastPage, JournalFailure>) -> Void)

  /// Reads the pending timers of all sessions.
  func timers(_ query: TimerQuery, read: @escaping @Sendable (Result<[DueTimer], JournalFailure>) -> Void)

  /// Reads the remains of a deleted session; nil when there are none.
  func tombstone(of id: SessionID, read: @escaping @Sendable (Result<Tombstone?, JournalFailure>) -> Void)

  /// Reads the undelivered messages of all sessions. A message is returned from when it is durable until a change
  /// delivers it or it is dismissed.
  func messages(_ query: MessageQuery, read: @escaping @Sendable (Result<MessagePage, JournalFailure>) -> Void)

  /// Reads calls without an answer. A call is returned from when it is durable until a change ends it.
  func calls(_ query: CallQuery, read: @escaping @Sendable (Result<[CallRow], JournalFailure>) -> Void)

  /// The id of the last message that was sent before the journal was opened; 0: none.
  var lastMessage: Int64 { get }

  /// Finds the session of an app that has a key; nil when there is none.
  func session(
    withKey key: String, of app: String, read: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void)

  /// Finds the session that has a handoff code, by the SHA-256 of the code; nil when there is none.
  func session(withCode hash: [UInt8], read: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void)

  /// Reads sessions from their tables, each with its current screen.
  func sessions(
    _ query: SummaryQuery, read: @escaping @Sendable (Result<[SessionSummary], JournalFailure>) -> Void)

  /// Reads a page of the events of all sessions of an app.
  func appEvents(_ query: AppEventQuery, read: @escaping @Sendable (Result<AppEventPage, JournalFailure>) -> Void)

  /// The number of the last durable event of any app.
  var lastEvent: Int64 { get }

  /// By how much the number of a transaction's first event exceeds that of the transaction before.
  var eventStride: Int64 { get }

  /// Reads ``lastEvent`` anew, where other servers write as well.
  func refreshLastEvent(read: @escaping @Sendable (Result<Int64, JournalFailure>) -> Void)

  /// Sets the listener that is called after the commit of new events. It must not block.
  func announceEvents(to listener: @escaping @Sendable () -> Void)

  /// Finds sessions that exceed the limits of their history.
  func excess(_ query: ExcessQuery, read: @escaping @Sendable (Result<ExcessPage, JournalFailure>) -> Void)

  /// Reads sessions that may have expired, in the order of their times.
  func expired(_ query: ExpiryQuery, read: @escaping @Sendable (Result<ExpiryPage, JournalFailure>) -> Void)

  /// Copies the whole database at one point in time into a new file, while it stays in use. `made` is called once.
  func backUp(_ made: @escaping @Sendable (BackingUp) -> Void)

  /// The sessions whose tables were behind when the journal was opened. They should be loaded once and projected.
  var behind: [SessionID] { get }
}

extension Journal {
  /// Events are numbered one by one.
  package var eventStride: Int64 { 1 }

  /// The only writer knows the last event.
  package func refreshLastEvent(read: @escaping @Sendable (Result<Int64, JournalFailure>) -> Void) {
    read(.success(lastEvent))
  }
}

/// An atomic write.
package indirect enum Write: Sendable {
  /// Creates a session at revision 1, and writes its tables immediately. Fails if another session of the app has its
  /// key.
  case create(InitialSession, keeping: IdempotencyRecord?)
  /// Appends a change of a session; its tables follow later.
  case change(Change, of: any Projecting)
  /// Stores the response to a request with an idempotency key that changed nothing.
  case keep(IdempotencyRecord)
  /// Stores changes of an imported session, invisible until `add`. The next start removes the changes of an incomplete
  /// import.
  case importSlice(ImportSlice)
  /// Adds a session whose changes have been imported, and its app if it is missing. Fails as damaged if the session
  /// exists.
  case add(ImportedSession)
  /// Adds a new session at revision 1 and its change of revision 2, which has the outputs and messages of its start.
  case begin(ImportedSession, Change, of: any Projecting)
  /// Deletes changes of a failed import, by revision; the last of these writes ends it.
  case dropImport(SessionID, revisions: Range<Int>, isLast: Bool)
  /// Prunes the history before a revision that the tables already show. Earlier changes are unavailable immediately and
  /// are deleted from the disk gradually.
  case prune(SessionID, before: Int)
  /// Replaces the token of a session by its hash; empty: no token opens the session.
  case token(SessionID, hash: [UInt8])
  /// Replaces the other tokens of a session.
  case tokens(SessionID, SessionTokens)
  /// Replaces the labels of a session.
  case labels(SessionID, [String: String])
  /// Sets or ends the lease of a session, on a shared journal only; elsewhere leases are kept in memory.
  case lease(SessionID, Lease?)
  /// Deletes a session with all its data.
  case delete(SessionID, as: Deletion = Deletion())
  /// Drops a message that its recipient refuses.
  case dismiss(Int64)
  /// Notes a failed attempt of a call, if it still waits.
  case deferCall(String, attempts: Int, due: Int64)
  /// Writes nothing; completes with nil if the database accepts new sessions and changes, otherwise with the reason.
  case probe
  /// Adds a version of an app.
  case define(StoredApp)
  /// Withdraws versions of an app; existing sessions keep them.
  case withdraw(app: String, versions: [Int], at: Int64)
  /// Reinstates a withdrawn version.
  case reinstate(app: String, version: Int)
  /// Changes a webhook or its pending outputs.
  case webhook(WebhookWrite)
  /// Changes the keys of an app.
  case appKey(AppKeyWrite)
  /// Changes a batch job.
  case batch(BatchWrite)
}

/// The reason that a write or a read failed.
package enum JournalFailure: Error, Equatable, Sendable {
  /// No space left; reported as 507.
  case full(String)
  /// The disk or the database is unavailable; reported as 503.
  case unavailable(String)
  /// The stored data of this session is corrupted; reported as 503 for this session only.
  case damaged(String)
  /// This session of the same app has the key; reported as 409.
  case keyTaken(SessionID)
  /// Another node has written to the session first; the request is carried out again, and no client sees it.
  case overtaken
  /// Whether the write is durable could not be found out; reported as 503 with the code `outcome-unknown`.
  case unknown(String)
  /// A batch job has done the session before, or has ended, or another request with its key has started one; no client sees
  /// it. On a shared journal only.
  case doneBefore
  /// The mailbox of a message's recipient holds this limit of undelivered messages.
  case mailboxFull(limit: Int)

  /// The description, without the kind of failure.
  package var reason: String {
    switch self {
    case .full(let detail), .unavailable(let detail), .damaged(let detail), .unknown(let detail): detail
    case .keyTaken(let id): "the session \(id.text) has this key"
    case .overtaken: "another node has written to the session"
    case .doneBefore: "it was done before"
    case .mailboxFull(let limit): "the recipient's mailbox holds its limit of \(limit) messages"
    }
  }
}

/// A type with tables that follow the journal, such as a session store.
package protocol Projecting: AnyObject, Sendable {
  var id: SessionID { get }
  /// Returns the difference between the tables and the last committed revision, and forgets it; nil: none.
  func takeProjection() -> Projection?
  /// Returns a projection that was not written, to be merged into the next one.
  func restore(_ projection: Projection)
}
