import SQLite
import Sessions

extension Writer {
  /// Brings the tables up to date for everybody and empties the write-ahead log, if that is for the journal to do.
  ///
  /// - Returns: Why that did not work. What was acknowledged is durable anyway, and the next start finds it.
  func finish() -> JournalFailure? {
    let owners = backlog.lags.withLock { $0.values.compactMap(\.owner) }
    for start in stride(from: 0, to: owners.count, by: WriterTuning.slice) {
      let now = clock()
      for owner in owners[start..<min(start + WriterTuning.slice, owners.count)] { take(owner, for: nil, now: now) }
      if let failure = transact(now: now) { return failure }
    }
    if mark != storedLowWater, let failure = transact(now: clock(), tidying: true) { return failure }
    guard database.checkpoints == .own else { return nil }
    do throws(SQLiteError) {
      if checkpointer.takeFailure() || owesBackfill { try connection.connection.forgetBackfill() }
      try connection.connection.checkpoint(.truncate)
      return nil
    } catch {
      return JournalFailure(writing: error)
    }
  }
}
