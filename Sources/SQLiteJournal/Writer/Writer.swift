import Support
import Sessions
import Synchronization

/// Writes to the database on a thread of its own: takes all queued jobs, commits them in one transaction, then calls
/// their completions.
///
/// While the queue is empty it stores snapshots, a slice at a time, and checks the queue after each slice.
final class Writer {
  typealias Completion = @Sendable (JournalFailure?) -> Void

  enum Job: Sendable {
    case write(Submission)
    case snapshot(SnapshotRequest)
    /// Does the background work that is due, then calls the closure.
    case tick(@Sendable () -> Void)
    /// Calls the closure between two transactions, after the completions of the first.
    case barrier(@Sendable () -> Void)

    var isWrite: Bool {
      if case .write = self { true } else { false }
    }

    var isProbe: Bool {
      if case .write(let submission) = self, case .probe = submission.write { true } else { false }
    }
  }

  let database: Database
  let queue: BlockingQueue<Job>
  let backlog: SnapshotBacklog
  let checkpointer: Checkpointer
  let counters: JournalCounters
  let clock: WallClock
  private let batching: Batching
  let onFailure: @Sendable (JournalFailure?) -> Void
  let deliveryNotifier: DeliveryNotifier
  let eventNotifier: EventNotifier
  let quarantine: Quarantine
  let mailboxes: Mailboxes

  /// The state of the journal, cached from the database.
  var nextSeq: Int64
  var lowWater: LowWater
  var storedLowWater: Int64
  var snapshotQueue = SnapshotQueue()
  var snapshotRequests = Queue<SnapshotRequest>()
  /// The last session that was created and not deleted since; nil: none.
  var lastCreated: WriteTransaction.CreatedSession?
  var prunedHistory = PrunedHistory()
  /// Deletions of sessions with long histories, which are erased first, a part in each transaction.
  var deletions: [(session: SessionID, submission: Submission)] = []
  /// The sessions of deletions that are queued again, since their histories are erased.
  var erasedHistories: Set<SessionID> = []
  /// The time of the next removal of expired responses to creations of sessions.
  var forgetAt: Int64 = 0

  var connection: WriteConnection
  /// After some errors a new connection is opened before the next transaction.
  var isConnectionSound = true
  /// Whether the last transaction failed: the next background work can wait.
  private(set) var hasFailed = false
  var failures = WriteFailures()
  var imports = UnfinishedImports()
  /// The last transaction, whose storage the next one uses.
  private var spare = WriteTransaction()

  /// Whether no write came in the last turn.
  private var isIdle = false
  /// Whether memory was freed since the last write.
  private var isResting = false
  /// Whether the last transaction was of background work, and there may be more.
  private(set) var isCatchingUp = false

  /// Pages in the log at the last request for a checkpoint.
  var requestedAt = 0
  /// Whether a checkpoint has failed and SQLite's record of copied frames has not been reset since.
  var owesBackfill = false
  /// The time from which the log is emptied, since it has the text of deleted sessions; nil: it has none.
  var emptyLogAt: Int64?
  /// The most pages that the log had since it was truncated, and the time from which it is truncated if no transaction
  /// follows; nil: it is short.
  var mostLogPages = 0
  var shortenLogAt: Int64?

  init(
    _ recovered: RecoveredState, database: Database, queue: BlockingQueue<Job>, backlog: SnapshotBacklog,
    checkpointer: Checkpointer,
    counters: JournalCounters, clock: @escaping WallClock,
    batching: @escaping Batching,
    onFailure: @escaping @Sendable (JournalFailure?) -> Void, deliveryNotifier: DeliveryNotifier,
    eventNotifier: EventNotifier, quarantine: Quarantine
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
    self.eventNotifier = eventNotifier
    self.quarantine = quarantine
    mailboxes = recovered.mailboxes
    connection = recovered.connection
    nextSeq = recovered.nextSeq
    lowWater = recovered.lowWater
    storedLowWater = recovered.storedLowWater
  }

  /// Runs until the queue is closed and empty.
  ///
  /// - Returns: The failure that left snapshots behind. All acknowledged changes are durable.
  func run() -> JournalFailure? {
    repeat {
      // Not after each write: the next one would read its pages again.
      if isIdle, !isResting, snapshotsDue == nil { rest() }
    } while turn(waitingAtMost: workDelay ?? (isResting ? nil : WriterTuning.idle))
    return finish()
  }

  /// Frees what is not needed until the next write.
  private func rest() {
    isResting = true
    spare = WriteTransaction()
    snapshotQueue.releaseMemory()
    backlog.releaseMemory()
    connection.connection.releaseMemory()
    FreedMemory.returnIdle()
  }

  /// Writes all queued jobs. If none arrives before the timeout, does background work instead.
  ///
  /// - Returns: false when the queue is closed and empty.
  func turn(waitingAtMost milliseconds: Int64?) -> Bool {
    var transaction = WriteTransaction()
    swap(&transaction, &spare)
    defer {
      transaction.end()
      swap(&transaction, &spare)
    }
    guard queue.drain(into: &transaction.jobs, waitingAtMost: milliseconds) else { return false }
    isIdle = transaction.jobs.isEmpty
    if isIdle {
      isCatchingUp = catchUp(&transaction)
    } else {
      (isResting, isCatchingUp) = (false, false)
      work(&transaction)
    }
    return true
  }

  /// Records the result of a transaction, and reports a change from success to failure or back.
  func recordEnd(_ failure: JournalFailure?) {
    guard hasFailed != (failure != nil) else { return }
    hasFailed = failure != nil
    onFailure(failure)
  }

  private func work(_ transaction: inout WriteTransaction) {
    let now = clock()
    for job in transaction.jobs {
      if case .snapshot(let request) = job { snapshotRequests.append(request) }
    }
    let limit = max(WriterTuning.besideWrites, transaction.jobs.count / 8)
    addSnapshots(behindSince: now - WriterTuning.longest, atMost: limit, &transaction, now: now)
    let failure = transact(&transaction, now: now)
    batching {
      callBack(transaction, failure)
      settleRequests(of: transaction, failure)
    }
    for case .barrier(let body) in transaction.jobs { body() }
    eventNotifier.announce()
  }

  private func callBack(_ transaction: borrowing WriteTransaction, _ failure: JournalFailure?) {
    for (index, job) in transaction.jobs.enumerated() {
      switch job {
      case .write(let submission):
        // `deletions` has the submission, which is settled once the history of its session is erased.
        if failure == nil, transaction.postponed.contains(index) { continue }
        submission.settled(failure ?? transaction.failure(of: index))
      // The queue of requests has the former; the latter follows all completions.
      case .snapshot, .barrier: break
      case .tick(let done):
        tick()
        done()
      }
    }
  }

  /// Does the background work that is due.
  private func tick() {
    var transaction = WriteTransaction()
    // Not the transaction of the job, whose completions are still being called.
    while catchUp(&transaction) { transaction.end() }
  }
}
