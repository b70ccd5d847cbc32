import SQLite

/// Copies the write-ahead log into the database file when the checkpointer asks for it, on a thread of its own.
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

  /// Returns when the mailbox is closed.
  func run() {
    while turn(waitingAtMost: nil) {}
  }

  /// Makes a pass, if one is asked for.
  ///
  /// - Returns: false when the mailbox is closed.
  func turn(waitingAtMost milliseconds: Int64?) -> Bool {
    guard checkpointer.requests.take(into: &batch, waitingAtMost: milliseconds) else { return false }
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
      checkpointer.notePass()
    } catch {
      // Nobody waits for it: the log keeps everything, and the next request tries again.
      connection = nil
      checkpointer.noteFailure()
      counters.update { $0.failedCheckpoints += 1 }
    }
  }
}
