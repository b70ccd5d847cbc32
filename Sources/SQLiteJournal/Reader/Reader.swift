import Dispatch
import Support
import Sessions

/// Runs queued reads one after the other, on a thread of its own. A journal has several readers. They never wait for
/// the writer.
final class Reader {
  let queries: ReadQueue
  let backlog: SnapshotBacklog
  let limits: ReadLimits
  let clock: WallClock
  private let database: Database
  private let selection: ReadQueue.Selection
  private var connection: ReadConnection?

  init(
    _ database: Database, queries: ReadQueue, _ selection: ReadQueue.Selection = .all, backlog: SnapshotBacklog,
    limits: ReadLimits = ReadLimits(), clock: @escaping WallClock
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
      if let query = queries.dequeue(selection) { answer(query) }
    }
  }

  /// Answers a read, or reads a part of a long one and requeues the rest, so that others have their turn.
  private func answer(_ query: Query) {
    // A closed queue takes no rest: reads that were taken before are still answered to their end.
    if let rest = query.run(self), !queries.putRest(rest) { answer(rest) }
  }

  /// Runs a read on the connection, which is opened if there is none.
  func result<Value>(_ body: (ReadConnection) throws(SQLiteError) -> Value) -> Result<Value, JournalFailure> {
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
