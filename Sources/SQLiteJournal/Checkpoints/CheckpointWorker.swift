/// Copies the write-ahead log into the database file on request, on a thread of its own.
final class CheckpointWorker {
  private let database: Database
  private let checkpointer: Checkpointer
  private let counters: JournalCounters
  private var connection: Connection?
  private var batch: [Void] = []

  init(_ database: Database, checkpointer: Checkpointer, counters: JournalCounters) {
    self.database = database
    self.checkpointer = checkpointer
    self.counters = counters
  }

  /// Runs until the queue is closed.
  func run() {
    while turn(waitingAtMost: nil) {}
  }

  /// Makes one pass if one is requested.
  ///
  /// - Returns: false when the queue is closed.
  func turn(waitingAtMost milliseconds: Int64?) -> Bool {
    guard checkpointer.requests.drain(into: &batch, waitingAtMost: milliseconds) else { return false }
    if !batch.isEmpty { copy() }
    batch.removeAll(keepingCapacity: true)
    return true
  }

  private func copy() {
    do {
      let opened = try connection ?? database.openCheckpointer()
      connection = opened
      try opened.checkpoint(.passive)
      counters.update { $0.checkpoints += 1 }
      checkpointer.recordPass()
    } catch {
      // Nothing is lost: the log keeps all pages, and the next request retries.
      connection = nil
      checkpointer.recordFailure()
      counters.update { $0.failedCheckpoints += 1 }
    }
  }
}
