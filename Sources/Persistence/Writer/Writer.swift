import SQLite
import Sessions
import Synchronization

/// Writes everything, on a thread of its own: takes all that waits, commits it in one transaction, then calls back.
///
/// While nothing waits it brings the tables up to date, a slice at a time, and looks for new writes after each.
final class Writer {
  typealias Completion = @Sendable (JournalFailure?) -> Void

  enum Job: Sendable {
    case write(Submission)
    case project(any Projecting, Completion)
    /// Does what time has made due, and says when that is done.
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

  /// What of the journal is known without asking it.
  var nextSeq: Int64
  var lowWater: LowWater
  var storedLowWater: Int64
  var projectionQueue = ProjectionQueue()
  var prunedHistory = PrunedHistory()
  /// When expired answers to requests that created sessions are next removed.
  var forgetAt: Int64 = 0

  var connection: WriteConnection
  /// After some errors a new connection is made before the next transaction.
  var isConnectionSound = true
  /// The last transaction failed: the next attempt to catch up can wait.
  private(set) var hasFailed = false
  /// The first change of a session that was not written. A later one has been computed on top of it and must not be
  /// written either: none is, until the session's store, gone back to what is committed, sends that revision anew.
  var broken: [SessionID: Int] = [:]

  /// The number of the first change of each session that is being imported.
  var imports: [SessionID: Int64] = [:]

  /// The sessions whose tables the database can't be made to show, and why.
  var damaged: [SessionID: String] = [:]

  /// Damage of the database that was noted.
  var notedDamage: Set<String> = []

  /// The transaction in hand: what was asked, what is known not to work of it, and what it did.
  var batch: [Job] = []
  var outcomes: [Int: JournalFailure] = [:]
  var projections: [TakenProjection] = []
  var asked: Set<ObjectIdentifier> = []
  var appended: [AppendedChange] = []
  var written = 0
  var deleted: [SessionID] = []
  var finds: [PrunedHistory.Find] = []
  var importSteps: [(session: SessionID, step: ImportStep)] = []
  /// Numbers that its changes have.
  var numbered: Int64 = 0
  var step = Phase.ending

  /// Pages that the log had when a checkpoint was last asked for.
  var requestedAt = 0
  /// A checkpoint has failed, and what it has copied does not count yet as not copied.
  var owesBackfill = false

  struct AppendedChange {
    let session: SessionID
    let entry: ProjectionBacklog.Entry
    let owner: any Projecting
  }

  enum ImportStep {
    /// Its first changes, or more, are there, from this number on.
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

  /// Returns when the mailbox is closed and everything in it is done.
  ///
  /// - Returns: Why the tables could not be brought up to date at the end. All that was acknowledged is durable anyway.
  func run() -> JournalFailure? {
    while turn(waitingAtMost: patience) {}
    return finish()
  }

  /// Writes all that waits. When nothing has come for so long, brings the tables up to date by a slice.
  ///
  /// - Returns: false when the mailbox is closed and everything in it is done.
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

  /// Records how the last transaction ended; only a change of that is worth a note.
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

/// A write and who waits for it: one allocation, where moving the values themselves through the queue and the batch would
/// copy a dozen references each time.
final class Submission: Sendable {
  let write: Write
  let settled: Writer.Completion

  init(_ write: Write, settled: @escaping Writer.Completion) {
    self.write = write
    self.settled = settled
  }
}

/// The figures that the writer goes by. Times are milliseconds.
enum WriterTuning {
  /// Changes of a session that the tables do not show, at most, as far as it goes.
  static let changes = 64
  /// After that time a session's tables are brought up to date when there is nothing else to do.
  static let idle: Int64 = 1000
  /// After that time they are, whatever there is to do.
  static let longest: Int64 = 60_000
  /// There is nothing else to do when no write has come for so long: clients that were just answered come back sooner.
  static let quiet: Int64 = 2
  /// Sessions and rows of one transaction that brings tables up to date: a write that comes meanwhile waits for it.
  static let slice = 32
  static let sliceRows = 512
  /// Sessions in a transaction with few writes.
  static let besideWrites = 8
  static let forgetting: Int64 = 60 * 60 * 1000
  /// Pages by which the log grows from one checkpoint to the next: 8 MB.
  static let checkpoint = 2048
}
