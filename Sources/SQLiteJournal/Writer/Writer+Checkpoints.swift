import Sessions

extension Writer {
  /// Requests checkpoints. The checkpointer copies the log while the writer continues. After each of its passes the
  /// writer copies the small rest, so that its next transaction restarts the log: "if the entire WAL has been
  /// transferred into the database … the writer will rewind the WAL back to the beginning"
  /// (<https://www.sqlite.org/wal.html>, 2.2).
  ///
  /// - Parameter isProbe: Whether the transaction consisted of probes, which do not end the idleness of the log: a
  ///   readiness check may send one every few seconds.
  func watchLog(_ now: Int64, isProbe: Bool) {
    guard database.checkpoints == .own else { return }
    let pages = connection.connection.logPages
    // The file keeps its size when the log restarts from its beginning.
    mostLogPages = max(mostLogPages, pages)
    if mostLogPages > WriterTuning.longLog, shortenLogAt == nil || !isProbe { shortenLogAt = now + WriterTuning.rest }
    // A log that has shrunk has restarted from its beginning.
    if pages < requestedAt { requestedAt = 0 }
    let hasPassed = checkpointer.consumePass()
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
      emptyLogIfDue(clock())
    } catch {
      // Another checkpoint was under way; this one has copied nothing that could have been lost.
      owesBackfill = !error.isBusy
      counters.update { $0.failedCheckpoints += 1 }
    }
  }

  /// The time from which the log is emptied; nil: it stays.
  var emptyLogDue: Int64? { Self.earlier(emptyLogAt, shortenLogAt) }

  /// Copies the whole log and truncates it: after a deletion, so that the text of deleted sessions is in no file, and
  /// after a burst, so that the file is short. Tries again later while other connections use the log, such as that of a
  /// backup.
  func emptyLogIfDue(_ now: Int64) {
    guard let due = emptyLogDue, due <= now else { return }
    // The other program has to read the log before it is emptied.
    guard database.checkpoints == .own else { return emptyLogAt = nil }
    if emptyLogAt != nil { emptyLogAt = now + WriterTuning.idle }
    if shortenLogAt != nil { shortenLogAt = now + WriterTuning.rest }
    guard canCheckpoint() else { return }
    let connection = connection.connection
    // All writes would wait as well, since this is the thread that commits them.
    connection.waitForLocks(milliseconds: 0)
    defer { connection.waitForLocks(milliseconds: database.checkpoints.lockTimeout) }
    do {
      try connection.checkpoint(.truncate)
      (emptyLogAt, shortenLogAt) = (nil, nil)
      (requestedAt, mostLogPages) = (0, 0)
      counters.update { $0.writerCheckpoints += 1 }
    } catch  where error.isBusy {
      return
    } catch {
      owesBackfill = true
      counters.update { $0.failedCheckpoints += 1 }
    }
  }

  /// Whether a checkpoint may be made. After a failed one the log must be copied from its beginning: pages that it
  /// wrote may not have reached the disk, and the next fsync would not report that.
  ///
  /// - Returns: false while SQLite's record of copied frames cannot be reset.
  private func canCheckpoint() -> Bool {
    if checkpointer.consumeFailure() { owesBackfill = true }
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
