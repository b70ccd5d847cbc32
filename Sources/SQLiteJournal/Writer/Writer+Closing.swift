import Sessions

extension Writer {
  /// Stores all snapshots that are behind. With own checkpoints, also empties the write-ahead log.
  ///
  /// - Returns: The failure that prevented it. All acknowledged changes are durable; the next start recovers them.
  func finish() -> JournalFailure? {
    for deletion in deletions { deletion.submission.settled(.unavailable("the journal is closed")) }
    let failure = storeSnapshots()
    while let request = snapshotRequests.removeFirst() {
      request.settled(failure ?? failures.failure(of: request.owner.id))
    }
    return failure ?? emptyLog()
  }

  private func storeSnapshots() -> JournalFailure? {
    let owners = backlog.lags.withLock { $0.values.compactMap(\.owner) }
    for start in stride(from: 0, to: owners.count, by: WriterTuning.slice) {
      let now = clock()
      var transaction = WriteTransaction()
      for owner in owners[start..<min(start + WriterTuning.slice, owners.count)] {
        addSnapshot(of: owner, &transaction, now: now)
      }
      if let failure = transact(&transaction, now: now) { return failure }
    }
    var last = WriteTransaction()
    // With the final mark the next start finds no change to recover.
    return hasMarkMoved ? transact(&last, now: clock(), tidying: true) : nil
  }

  private func emptyLog() -> JournalFailure? {
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
