import SQLite
import Sessions

extension Writer {
  /// Brings the tables of all sessions up to date. With own checkpoints, also empties the write-ahead log.
  ///
  /// - Returns: The failure that prevented it. All acknowledged changes are durable; the next start recovers them.
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
