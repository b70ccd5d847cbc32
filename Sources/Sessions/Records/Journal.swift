/// What the sessions need of the disk. The session store decides what happened; the journal makes it last.
///
/// Everything that is submitted is written in the order of submission, many writes in one transaction. All callbacks
/// run on threads of the journal; they must not block.
package protocol Journal: AnyObject, Sendable {
  /// Queues a write. `settled` is called once: with nil when the write is durable, else with why it is not. A write that
  /// failed changed nothing. What a session submits is settled in its order, and what rests on a change that failed, a
  /// later change of the session or a kept answer that speaks of that revision or a later one, is not written either:
  /// until the session, gone back to what is committed, submits that revision anew.
  ///
  /// - Returns: false when the queue is full; nothing was queued then and `settled` is not called.
  func submit(_ write: Write, settled: @escaping @Sendable (JournalFailure?) -> Void) -> Bool

  /// Asks that the owner's tables be brought up to date soon, and not only when the journal has nothing else to do.
  func project(_ owner: any Projecting, settled: @escaping @Sendable (JournalFailure?) -> Void)

  /// Reads a session as the tables and the first of the changes after them have it; nil when there is none. The bodies of
  /// its kept answers are left out.
  func load(_ id: SessionID, loaded: @escaping @Sendable (Result<StoredSession?, JournalFailure>) -> Void)

  /// Reads the app of a session, and the hash of its token, without the rest; nil when there is no such session.
  func identity(of id: SessionID, read: @escaping @Sendable (Result<SessionIdentity?, JournalFailure>) -> Void)

  /// Reads what was answered to the first request with this idempotency key, its body included.
  ///
  /// - Parameter session: nil: a request that created a session.
  func answer(
    to key: String, of session: SessionID?,
    read: @escaping @Sendable (Result<IdempotencyRecord?, JournalFailure>) -> Void)

  /// Reads committed changes of a session, oldest first; fewer than `limit` when they are long.
  func history(
    _ query: HistoryPageQuery, read: @escaping @Sendable (Result<ItemPage<HistoryItem>, JournalFailure>) -> Void)

  /// Reads committed outputs of a session, oldest first; fewer than `limit` when they are long.
  func outputs(_ query: OutputQuery, read: @escaping @Sendable (Result<ItemPage<OutputItem>, JournalFailure>) -> Void)

  /// Reads a page of what a session's past was made of. What was pruned is left out.
  func past(_ query: PastQuery, read: @escaping @Sendable (Result<PastPage, JournalFailure>) -> Void)

  /// Reads timers that are pending, whosever they are.
  func timers(_ query: TimerQuery, read: @escaping @Sendable (Result<[DueTimer], JournalFailure>) -> Void)

  /// Reads what is left of a session that was deleted; nil when none was.
  func tombstone(of id: SessionID, read: @escaping @Sendable (Result<Tombstone?, JournalFailure>) -> Void)

  /// Reads messages on their way, whosever they are. A message that has become durable is read from then on, until a
  /// change carries it out or it is dismissed.
  func messages(_ query: MessageQuery, read: @escaping @Sendable (Result<MessagePage, JournalFailure>) -> Void)

  /// The id of the last message that was sent before the journal was opened; 0: none was.
  var lastMessage: Int64 { get }

  /// Reads sessions as their tables show them, each with where its user is.
  func sessions(
    _ query: SummaryQuery, read: @escaping @Sendable (Result<[SessionSummary], JournalFailure>) -> Void)

  /// Finds sessions that keep more of their past than they are to.
  func excess(_ query: ExcessQuery, read: @escaping @Sendable (Result<ExcessPage, JournalFailure>) -> Void)

  /// Copies all there is, as it is at one moment, into a file of its own beside what goes on. `made` is called once.
  func backUp(_ made: @escaping @Sendable (BackingUp) -> Void)

  /// The sessions whose tables were behind when the journal was opened: to be loaded once and projected.
  var behind: [SessionID] { get }
}

/// One thing to be written, whole or not at all.
package indirect enum Write: Sendable {
  /// A new session at revision 1: its rows go into the tables at once.
  case create(Projection, keeping: IdempotencyRecord?)
  /// A change of a session, whose tables follow later.
  case change(Change, of: any Projecting)
  /// The answer to a request with an idempotency key that changed nothing.
  case keep(IdempotencyRecord)
  /// Changes of a session that is imported; they are not read before `add`. What is left of an import that does not come
  /// to its end is removed at the next start.
  case importSlice(ImportSlice)
  /// A session whose changes have been imported, and its app if that is not there. Damaged: it is there already.
  case add(ImportedSession)
  /// Changes of an import that has failed, by their revisions; the last of them ends it.
  case dropImport(SessionID, revisions: Range<Int>, isLast: Bool)
  /// A session's past begins with that revision, which its tables show already. What was before is read no more; it goes
  /// from the disk little by little.
  case prune(SessionID, before: Int)
  /// A session is opened by the token of that hash from now on, and by no other; empty: by none.
  case token(SessionID, hash: [UInt8])
  /// A session with all that belongs to it.
  case delete(SessionID)
  /// The recipient of a message has no use for it.
  case dismiss(Int64)
  /// Nothing: settled with why the database takes no new sessions and changes, or with nil when it does.
  case probe
  /// A version of an app.
  case define(StoredApp)
  /// Versions of an app are withdrawn: they stay, for the sessions that began with them.
  case withdraw(app: String, versions: [Int], at: Int64)
  /// A version that was withdrawn is there again.
  case reinstate(app: String, version: Int)
  /// A webhook, or what waits for one.
  case webhook(WebhookWrite)
  /// A key that makes sessions of an app.
  case appKey(AppKeyWrite)
}

/// Why a write or a read did not happen.
package enum JournalFailure: Error, Equatable, Sendable {
  /// No space left: 507.
  case full(String)
  /// The disk, or the database on it, does not work now: 503.
  case unavailable(String)
  /// What is stored of this session cannot be read: 503, for this session alone.
  case damaged(String)

  /// The description, without the kind of failure.
  package var reason: String {
    switch self {
    case .full(let detail), .unavailable(let detail), .damaged(let detail): detail
    }
  }
}

/// Whose tables follow the journal: a session store.
package protocol Projecting: AnyObject, Sendable {
  var id: SessionID { get }
  /// What differs from the tables, as of the last committed revision; nil when nothing does. The owner forgets it then.
  func takeProjection() -> Projection?
  /// The projection was not written and has to be part of the next one.
  func restore(_ projection: Projection)
}
