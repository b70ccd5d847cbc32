import Sessions

extension Writer {
  /// Brings the tables of all sessions up to date. With own checkpoints, also empties the write-ahead log.
  ///
  /// - Returns: The failure that prevented it. All acknowledged changes are durable; the next start recovers them.
  func finish() -> JournalFailure? {
    for deletion in deletions { deletion.submission.settled(.unavailable("the journal is closed")) }
    while !indexQueue.isEmpty {
      var transaction = WriteTransaction()
      dequeueUnindexed(since: .max, atMost: WriterTuning.indexSlice, &transaction)
      if let failure = transact(&transaction, now: clock()) { return failure }
    }
    let owners = backlog.lags.withLock { $0.values.compactMap(\.owner) }
    for start in stride(from: 0, to: owners.count, by: WriterTuning.slice) {
      let now = clock()
      var transaction = WriteTransaction()
      for owner in owners[start..<min(start + WriterTuning.slice, owners.count)] {
        addProjection(of: owner, for: nil, &transaction, now: now)
      }
      if let failure = transact(&transaction, now: now) { return failure }
    }
    var last = WriteTransaction()
    // With the final marks the next start finds no change to recover.
    if hasMarkMoved, let failure = transact(&last, now: clock(), tidying: true) { return failure }
    guard database.checkpoints == .own else { return nil }
    do throws(SQLiteError) {
      if checkpointer.consumeFailure() || owesBackfill { try connection.connection.forgetBackfill() }
      try connection.connection.checkpoint(.truncate)
      return nil
    } catch {
      return JournalFailure(writing: error)
    }
  }
}
