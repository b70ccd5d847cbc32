import SQLite
import Sessions
import Synchronization

/// Writes to the database on a thread of its own: takes all queued jobs, commits them in one transaction, then calls
/// their completions.
///
/// While the queue is empty it brings the tables up to date, a slice at a time, and checks the queue after each slice.
final class Writer {
  typealias Completion = @Sendable (JournalFailure?) -> Void

  enum Job: Sendable {
    case write(Submission)
    case project(any Projecting, Completion)
    /// Does the background work that is due, then calls the closure.
    case tick(@Sendable () -> Void)
  }

  let database: Database
  let queue: BlockingQueue<Job>
  let backlog: ProjectionBacklog
  let checkpointer: Checkpointer
  let counters: JournalCounters
  let clock: @Sendable () -> Int64
  private let batching: @Sendable (() -> Void) -> Void
  let onFailure: @Sendable (JournalFailure?) -> Void
  let deliveryNotifier: DeliveryNotifier
  let quarantine: Quarantine

  /// The state of the journal, cached from the database.
  var nextSeq: Int64
  var lowWater: LowWater
  var storedLowWater: Int64
  var projectionQueue = ProjectionQueue()
  var prunedHistory = PrunedHistory()
  /// The time of the next removal of expired responses to creations of sessions.
  var forgetAt: Int64 = 0

  var connection: WriteConnection
  /// After some errors a new connection is opened before the next transaction.
  var isConnectionSound = true
  /// Whether the last transaction failed: the next background work can wait.
  private(set) var hasFailed = false
  /// The first unwritten change of each session. Later changes were computed on top of it and must not be written
  /// either, until the session's store has rolled back and sends that revision again.
  var broken: [SessionID: Int] = [:]

  /// The number of the first change of each session that is being imported.
  var imports: [SessionID: Int64] = [:]

  /// The sessions with corrupted rows, and the error met there.
  var damaged: [SessionID: String] = [:]

  /// The corruption errors that were already reported.
  var notedDamage: Set<String> = []

  /// The current transaction: its jobs, the failures of some of them, and its effects.
  var batch: [Job] = []
  var outcomes: [Int: JournalFailure] = [:]
  var projections: [TakenProjection] = []
  var asked: Set<ObjectIdentifier> = []
  var appended: [AppendedChange] = []
  var written = 0
  var deleted: [SessionID] = []
  var finds: [PrunedHistory.Find] = []
  var importSteps: [(session: SessionID, step: ImportStep)] = []
  /// The number of `seq`s that the transaction has used.
  var numbered: Int64 = 0
  var step = Phase.ending

  /// Pages in the log at the last request for a checkpoint.
  var requestedAt = 0
  /// Whether a checkpoint has failed and SQLite's record of copied frames has not been reset since.
  var owesBackfill = false

  struct AppendedChange {
    let session: SessionID
    let entry: ProjectionBacklog.Entry
    let owner: any Projecting
  }

  enum ImportStep {
    /// Changes were written, the first one with this number.
    case began(Int64)
    case ended
  }

  enum Phase {
    case projection(Int)
    case job(Int)
    case ending
  }

  init(
    _ recovered: RecoveredState, database: Database, queue: BlockingQueue<Job>, backlog: ProjectionBacklog,
    checkpointer: Checkpointer,
    counters: JournalCounters, clock: @escaping @Sendable () -> Int64,
    batching: @escaping @Sendable (() -> Void) -> Void,
    onFailure: @escaping @Sendable (JournalFailure?) -> Void, deliveryNotifier: DeliveryNotifier,
    quarantine: Quarantine
  ) {
    self.database = database
    self.queue = queue
    self.backlog = backlog
    self.checkpointer = checkpointer
    self.counters = counters
    self.clock = clock
    self.batching = batching
    self.onFailure = onFailure
    self.deliveryNotifier = deliveryNotifier
    self.quarantine = quarantine
    connection = recovered.connection
    nextSeq = recovered.nextSeq
    lowWater = recovered.lowWater
    storedLowWater = recovered.storedLowWater
  }

  /// Runs until the queue is closed and empty.
  ///
  /// - Returns: The failure that left tables out of date. All acknowledged changes are durable.
  func run() -> JournalFailure? {
    while turn(waitingAtMost: patience) {}
    return finish()
  }

  /// Writes all queued jobs. If none arrives before the timeout, does background work instead.
  ///
  /// - Returns: false when the queue is closed and empty.
  func turn(waitingAtMost milliseconds: Int64?) -> Bool {
    guard queue.take(into: &batch, waitingAtMost: milliseconds) else { return false }
    if batch.isEmpty {
      _ = catchUp()
    } else {
      work()
      batch.removeAll(keepingCapacity: true)
    }
    return true
  }

  /// Records the result of a transaction, and reports a change from success to failure or back.
  func recordEnd(_ failure: JournalFailure?) {
    guard hasFailed != (failure != nil) else { return }
    hasFailed = failure != nil
    onFailure(failure)
  }

  private func work() {
    let now = clock()
    for (index, job) in batch.enumerated() {
      guard case .project(let owner, _) = job else { continue }
      outcomes[index] = failure(of: owner.id)
      take(owner, for: index, now: now)
    }
    takeDue(since: now - WriterTuning.longest, atMost: max(WriterTuning.besideWrites, batch.count / 8), now: now)
    let failure = transact(now: now)
    batching { callBack(failure) }
    outcomes.removeAll(keepingCapacity: true)
  }

  private func callBack(_ failure: JournalFailure?) {
    for (index, job) in batch.enumerated() {
      switch job {
      case .write(let submission):
        submission.settled(failure ?? outcomes[index])
      case .project(_, let settled):
        settled(failure ?? outcomes[index])
      case .tick(let done):
        while catchUp() {}
        done()
      }
    }
  }
}
