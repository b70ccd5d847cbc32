import SQLite
import Sessions

extension Writer {
  /// Requests checkpoints. The checkpointer copies the log while the writer continues. After each of its passes the
  /// writer copies the small rest, so that its next transaction restarts the log: "if the entire WAL has been
  /// transferred into the database … the writer will rewind the WAL back to the beginning"
  /// (<https://www.sqlite.org/wal.html>, 2.2).
  func watchLog() {
    guard database.checkpoints == .own else { return }
    let pages = connection.connection.logPages
    if pages < requestedAt { requestedAt = 0 }
    let hasPassed = checkpointer.takePass()
    guard canCheckpoint() else { return }
    if hasPassed { return finishCheckpoint() }
    guard pages >= requestedAt + WriterTuning.checkpoint else { return }
    requestedAt = pages
    checkpointer.request()
  }

  /// Copies the pages that were written during the checkpointer's pass, a small part of the log. The next transaction
  /// then restarts the log from its beginning.
  private func finishCheckpoint() {
    do {
      let checkpoint = try connection.connection.checkpoint(.passive)
      counters.update { if checkpoint.logPages == checkpoint.copiedPages { $0.writerCheckpoints += 1 } }
    } catch {
      owesBackfill = !error.isBusy
      counters.update { $0.failedCheckpoints += 1 }
    }
  }

  /// Whether a checkpoint may be made. After a failed one the log must be copied from its beginning: pages that it
  /// wrote may not have reached the disk, and the next fsync would not report that.
  ///
  /// - Returns: false while SQLite's record of copied frames cannot be reset.
  private func canCheckpoint() -> Bool {
    if checkpointer.takeFailure() { owesBackfill = true }
    guard owesBackfill else { return true }
    do {
      try connection.connection.forgetBackfill()
      owesBackfill = false
    } catch {
      counters.update { $0.failedCheckpoints += 1 }
    }
    return !owesBackfill
  }
}
