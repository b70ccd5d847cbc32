import SQLite
import Sessions

/// Answers what is asked of the database, one after the other, on a thread of its own. It never waits for the writer.
final class Reader {
  enum Query: Sendable {
    case session(SessionID, @Sendable (Result<StoredSession?, JournalFailure>) -> Void)
    case history(HistoryQuery, HistoryPage, @Sendable (Result<[HistoryItem], JournalFailure>) -> Void)
    case outputs(OutputQuery, OutputPage, @Sendable (Result<[OutputItem], JournalFailure>) -> Void)
    case past(PastQuery, @Sendable (Result<[PastChange], JournalFailure>) -> Void)
    case timers(TimerQuery, @Sendable (Result<[DueTimer], JournalFailure>) -> Void)
    case tombstone(SessionID, @Sendable (Result<Tombstone?, JournalFailure>) -> Void)
    case messages(MessageQuery, @Sendable (Result<MessagePage, JournalFailure>) -> Void)
    case sessions(SummaryQuery, @Sendable (Result<[SessionSummary], JournalFailure>) -> Void)
    case excess(ExcessQuery, @Sendable (Result<ExcessPage, JournalFailure>) -> Void)
    case identity(SessionID, @Sendable (Result<SessionIdentity?, JournalFailure>) -> Void)
    case answer(String, SessionID?, @Sendable (Result<KeptAnswer?, JournalFailure>) -> Void)
  }

  private let database: Database
  let queries: Mailbox<Query>
  let backlog: Backlog
  let clock: @Sendable () -> Int64
  private var connection: ReadConnection?
  private var batch: [Query] = []

  init(_ database: Database, queries: Mailbox<Query>, backlog: Backlog, clock: @escaping @Sendable () -> Int64) {
    self.database = database
    self.queries = queries
    self.backlog = backlog
    self.clock = clock
  }

  /// Returns when the mailbox is closed and everything in it is answered.
  func run() {
    while turn(waitingAtMost: nil) {}
  }

  /// Answers all that waits.
  ///
  /// - Returns: false when the mailbox is closed and everything in it is answered.
  func turn(waitingAtMost milliseconds: Int64?) -> Bool {
    guard queries.take(into: &batch, waitingAtMost: milliseconds) else { return false }
    for query in batch { answer(query) }
    batch.removeAll(keepingCapacity: true)
    return true
  }

  private func answer(_ query: Query) {
    switch query {
    case .session(let id, let loaded):
      loaded(result { connection throws(SQLiteError) in try load(id, on: connection) })
    case .past(let query, let read):
      read(result { connection throws(SQLiteError) in try past(query, on: connection) })
    case .timers(let query, let read):
      read(result { connection throws(SQLiteError) in try timers(query, on: connection) })
    case .tombstone(let id, let read):
      read(result { connection throws(SQLiteError) in try tombstone(of: id, on: connection) })
    case .messages(let query, let read):
      read(result { connection throws(SQLiteError) in try messages(query, on: connection) })
    case .sessions(let query, let read):
      read(result { connection throws(SQLiteError) in try sessions(query, on: connection) })
    case .excess(let query, let read):
      read(result { connection throws(SQLiteError) in try excess(query, on: connection) })
    case .identity(let id, let read):
      read(result { connection throws(SQLiteError) in try identity(of: id, on: connection) })
    case .answer(let key, let session, let read):
      read(result { connection throws(SQLiteError) in try self.answer(to: key, of: session, on: connection) })
    case .history(let query, let page, let read):
      switch result({ connection throws(SQLiteError) in try extend(page, by: query, on: connection) }) {
      case .failure(let failure): read(.failure(failure))
      case .success(let page) where page.isComplete: read(.success(page.items))
      case .success(let page): goOn(.history(query, page, read))
      }
    case .outputs(let query, let page, let read):
      switch result({ connection throws(SQLiteError) in try extend(page, by: query, on: connection) }) {
      case .failure(let failure): read(.failure(failure))
      case .success(let page) where page.isComplete: read(.success(page.items))
      case .success(let page): goOn(.outputs(query, page, read))
      }
    }
  }

  /// A long search lets others go first after each part. When the box is closed there are no others.
  private func goOn(_ rest: Query) {
    if !queries.putRegardless(rest) { answer(rest) }
  }

  private func result<Value>(
    _ body: (ReadConnection) throws(SQLiteError) -> Value
  ) -> Result<Value, JournalFailure> {
    do throws(SQLiteError) {
      return .success(try body(try connected()))
    } catch {
      connection = nil
      return .failure(JournalFailure(reading: error))
    }
  }

  private func connected() throws(SQLiteError) -> ReadConnection {
    if let connection { return connection }
    let opened = try ReadConnection(database.openReader())
    connection = opened
    return opened
  }
}
