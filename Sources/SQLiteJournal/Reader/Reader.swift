import Dispatch
import Support
import Sessions

/// Runs queued reads one after the other, on a thread of its own. A journal has several readers. They never wait for
/// the writer.
final class Reader {
  let queries: ReadQueue
  let backlog: ProjectionBacklog
  let limits: ReadLimits
  let clock: @Sendable () -> Int64
  private let database: Database
  private let selection: ReadQueue.Selection
  private var connection: ReadConnection?

  init(
    _ database: Database, queries: ReadQueue, _ selection: ReadQueue.Selection = .all, backlog: ProjectionBacklog,
    limits: ReadLimits = ReadLimits(), clock: @escaping @Sendable () -> Int64
  ) {
    self.database = database
    self.queries = queries
    self.selection = selection
    self.backlog = backlog
    self.limits = limits
    self.clock = clock
  }

  /// Runs until the queue is closed and empty.
  func run() {
    let semaphore = DispatchSemaphore(value: 0)
    while let query = queries.wait(selection, semaphore, rest: rest) { answer(query) }
  }

  /// Frees what an idle reader does not need.
  private func rest() {
    connection?.releaseMemory()
    FreedMemory.returnIdle()
  }

  /// Runs the reads that are queued now.
  func turn() {
    // As many as there are now: the rest of a long read, which joins the queue, belongs to the next turn.
    for _ in 0..<queries.count {
      if let query = queries.take(selection) { answer(query) }
    }
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
    case .calls(let query, let read):
      read(result { connection throws(SQLiteError) in try calls(query, on: connection) })
    case .sessions(let query, let read):
      read(result { connection throws(SQLiteError) in try SummaryRows(connection, backlog).page(query) })
    case .appEvents(let query, let read):
      read(result { connection throws(SQLiteError) in try AppEventRows(query, limits, backlog, connection).page() })
    case .excess(let query, let read):
      read(result { connection throws(SQLiteError) in try ExcessSearch(query, backlog, connection).page() })
    case .expired(let query, let read):
      read(result { connection throws(SQLiteError) in try expired(query, on: connection) })
    case .totals(let read):
      read(result { connection throws(SQLiteError) in try connection.sessionTotals() })
    case .identity(let id, let read):
      read(result { connection throws(SQLiteError) in try identity(of: id, on: connection) })
    case .key(let key, let app, let read):
      read(result { connection throws(SQLiteError) in try session(withKey: key, of: app, on: connection) })
    case .code(let hash, let read):
      read(result { connection throws(SQLiteError) in try session(withCode: hash, on: connection) })
    case .answer(let key, let session, let read):
      read(result { connection throws(SQLiteError) in try self.answer(to: key, of: session, on: connection) })
    case .history(let page, let read): extend(page, read) { .history($0, read) }
    case .outputs(let page, let read): extend(page, read) { .outputs($0, read) }
    }
  }

  /// Reads the next part of a page, and either answers or requeues the rest.
  private func extend<Page: PartialPage>(
    _ page: Page, _ read: (Result<ItemPage<Page.Item>, JournalFailure>) -> Void, _ rest: (Page) -> Query
  ) {
    var page = page
    // Before the transaction, as in `load`.
    let entries = backlog.entries(of: page.session)
    switch result({ connection throws(SQLiteError) in try page.extend(on: connection, entries, limits) }) {
    case .failure(let failure): read(.failure(failure))
    case .success(true): read(.success(page.items.page))
    case .success(false): goOn(rest(page))
    }
  }

  /// Requeues the rest of a long read, so that others have their turn. A closed queue has no others.
  private func goOn(_ rest: Query) {
    // The queue is closed: reads that were taken before are still answered to their end.
    if !queries.putRest(rest) { answer(rest) }
  }

  private func result<Value>(_ body: (ReadConnection) throws(SQLiteError) -> Value) -> Result<Value, JournalFailure> {
    do throws(SQLiteError) {
      return .success(try body(try connected()))
    } catch {
      // A transaction may be open, and a statement in the middle of its rows. The next read opens a new connection.
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
