import Glibc
import Sessions
import Synchronization
import Support

/// A journal on SQLite, in a data folder.
///
/// One thread writes, several threads read, and one copies the write-ahead log into the database file. Call `close`
/// before releasing the journal.
package final class SQLiteJournal: Journal {
  /// The sessions with changes after their snapshots at the start.
  package let behind: [SessionID]
  /// The undelivered messages of each session.
  package let mailboxes: Mailboxes?

  let database: Database
  private let clock: WallClock
  private let backlog: SnapshotBacklog
  /// nil when the journal is closed.
  private let folder: Mutex<DataFolder?>
  private let jobs: BlockingQueue<Writer.Job>
  let queries: ReadQueue
  let counters: JournalCounters
  private let checkpointer = Checkpointer()
  private let backups: Backups
  /// nil: a `JournalSteps` runs the work.
  private let threads: Threads?
  let deliveryNotifier: DeliveryNotifier
  private let eventNotifier: EventNotifier

  /// Opens the database of a folder. Creates both if they are absent.
  ///
  /// - Parameters:
  ///   - directory: The data folder, which is locked while the journal is open.
  ///   - capacity: The maximum number of queued writes, and of queued reads.
  ///   - vfs: The name of a registered SQLite VFS; nil for the operating system's files.
  ///   - readers: The number of reading threads, at least 2. One of them takes short reads only.
  ///   - checkpoints: The program that copies the write-ahead log into the database file.
  ///   - expiresUnchanged: Whether sessions without an expiry of their own are looked for by the time of their last
  ///     change, which takes an index; nil: the index stays as it is.
  ///   - steps: Receives the work that otherwise runs on threads.
  ///   - clock: Milliseconds since 1970.
  ///   - batching: Runs its argument, which calls the completions of all writes of one commit. Lets the caller batch
  ///     the wake-ups that these completions cause.
  ///   - onFailure: Called with the failure when writes begin to fail, and with nil when they succeed again.
  ///   - quarantine: Receives the sessions whose rows are corrupted.
  /// - Throws: `PersistenceError` if the folder or its database cannot be used.
  package init(
    directory: String, capacity: Int = 4096, vfs: String? = nil,
    readers: Int = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), checkpoints: Checkpoints = .own,
    expiresUnchanged: Bool? = nil, steps: JournalSteps? = nil, clock: @escaping WallClock,
    batching: @escaping Batching = { $0() },
    onFailure: @escaping @Sendable (JournalFailure?) -> Void = { _ in },
    quarantine: Quarantine = Quarantine()
  ) throws(PersistenceError) {
    let folder = steps == nil ? try DataFolder(directory) : nil
    let database = Database(in: directory, vfs: vfs, checkpoints: checkpoints, steps: steps)
    let (connection, _) = try database.prepare(now: clock())
    let recovered: RecoveredState
    do throws(SQLiteError) {
      if let expiresUnchanged { try Schema.indexUpdates(expiresUnchanged, on: connection) }
      recovered = try RecoveredState(connection, now: clock())
    } catch {
      throw PersistenceError(error, path: database.path)
    }
    let jobs = BlockingQueue<Writer.Job>(capacity: capacity)
    let queries = ReadQueue(capacity: capacity)
    let backlog = SnapshotBacklog(recovered.lags)
    let counters = JournalCounters()
    let deliveryNotifier = DeliveryNotifier()
    let eventNotifier = EventNotifier(last: recovered.nextSeq - 1)
    behind = recovered.behind
    mailboxes = recovered.mailboxes
    counters.update { $0.sessionsBehind = recovered.behind.count }
    backups = Backups(database, folder: directory + "/backups", clock: clock)
    let writer = Writer(
      recovered, database: database, queue: jobs, backlog: backlog, checkpointer: checkpointer, counters: counters,
      clock: clock, batching: batching, onFailure: onFailure, deliveryNotifier: deliveryNotifier,
      eventNotifier: eventNotifier, quarantine: quarantine)
    let checkpointWorker = CheckpointWorker(database, checkpointer: checkpointer, counters: counters)
    let limits = steps?.limits ?? ReadLimits()
    let makeReader: @Sendable (ReadQueue.Selection) -> Reader = { selection in
      Reader(database, queries: queries, selection, backlog: backlog, limits: limits, clock: clock)
    }
    if let steps {
      steps.setWorkers(
        JournalSteps.Workers(writer: writer, reader: makeReader(.all), checkpointWorker: checkpointWorker))
      threads = nil
    } else {
      threads = Threads(writer, readers: readers, makeReader, checkpointWorker)
    }
    self.folder = Mutex(folder)
    self.database = database
    self.clock = clock
    self.backlog = backlog
    self.jobs = jobs
    self.queries = queries
    self.counters = counters
    self.deliveryNotifier = deliveryNotifier
    self.eventNotifier = eventNotifier
  }

  /// Queues a write; false when the queue is full or the journal is closed.
  package func submit(_ write: Write, as commit: SessionCommit?, settled: @escaping Settled) -> Bool {
    jobs.put(.write(Submission(write, settled: settled)))
  }

  /// Queues a write beyond the capacity, for writes that are bounded elsewhere.
  func submitRegardless(_ write: Write, settled: @escaping Settled) {
    if !jobs.putRegardless(.write(Submission(write, settled: settled))) { settled(Self.closed) }
  }

  /// Stores the snapshot of a session.
  package func storeSnapshot(of owner: any SnapshotOwner) async throws(JournalFailure) {
    let failure = await awaiting { [self] settled in
      let request = Writer.SnapshotRequest(owner: owner, settled: settled)
      if !jobs.putRegardless(.snapshot(request)) { settled(Self.closed) }
    }
    if let failure { throw failure }
  }

  /// The number of the last durable event.
  package var lastEvent: Int64 { eventNotifier.last }

  /// Sets the listener that is called after the commit of new events, on the writer's thread.
  package func announceEvents(to listener: @escaping @Sendable () -> Void) { eventNotifier.setListener(listener) }

  /// Makes a backup in the folder `backups` of the data folder.
  package func backUp() async -> BackingUp { await backups.make() }

  /// Does the background work that is due now. The journal otherwise does it from time to time.
  package func tick() async {
    await awaiting { [self] done in
      if !jobs.putRegardless(.tick { done(()) }) { done(()) }
    }
  }

  /// Begins a count between two transactions of the writer, once the completions of the first have been called.
  func begin(_ counting: SessionCounting) async throws(JournalFailure) -> SessionCounting.Behind {
    let begun: Result<SessionCounting.Behind, JournalFailure> = await awaiting { [self] begun in
      let isQueued = jobs.putRegardless(.barrier { [self] in begun(counting.begin(backlog, now: clock())) })
      if !isQueued { begun(.failure(Self.closed)) }
    }
    return try begun.get()
  }

  /// The current metrics.
  package var statistics: JournalStatistics {
    var statistics = counters.current
    statistics.waiting = jobs.count
    return statistics
  }

  /// Commits the queued writes, stores all snapshots, empties the write-ahead log and ends the threads. Blocks.
  /// Must not be called from a callback, or twice.
  ///
  /// - Returns: The failure that left snapshots behind. All acknowledged changes are durable; the next start recovers
  ///   them.
  package func close() -> JournalFailure? {
    // Backups and checkpoints end first: one that is under way would keep the writer from emptying the log.
    backups.stop()
    checkpointer.requests.close()
    threads?.copying.join()
    queries.close()
    threads?.joinReading()
    // After the readers, whose open transactions would also keep the log from being emptied.
    jobs.close()
    let failure = threads?.joinWriting()
    // Last: the lock of the folder lets the next process in.
    folder.withLock { $0 = nil }
    return failure
  }

  private static let closed = JournalFailure.unavailable("the journal is closed")

  private struct Threads: Sendable {
    private let writing: Worker
    private let reading: [Worker]
    let copying: Worker
    private let ending = Ending()

    init(
      _ writer: sending Writer, readers: Int, _ makeReader: @escaping @Sendable (ReadQueue.Selection) -> Reader,
      _ checkpointWorker: sending CheckpointWorker
    ) {
      let ending = ending
      writing = Worker { ending.failure.withLock { $0 = writer.run() } }
      // Long reads have a lower priority than the event loops, the writer and short reads.
      let long = (1..<max(2, readers)).map { _ in Worker(niceness: Self.niceness) { makeReader(.all).run() } }
      reading = [Worker { makeReader(.short).run() }] + long
      copying = Worker { checkpointWorker.run() }
    }

    func joinReading() {
      for worker in reading { worker.join() }
    }

    /// Low enough to yield to other threads, high enough to make progress on a busy server.
    private static let niceness: Int32 = 5

    /// - Returns: The failure that left snapshots behind.
    func joinWriting() -> JournalFailure? {
      writing.join()
      return ending.failure.withLock { $0 }
    }
  }

  /// The result of the writer's thread.
  private final class Ending: Sendable {
    let failure = Mutex<JournalFailure?>(nil)
  }
}
