import Sessions

extension Writer {
  /// Updates the shared state after the commit of a transaction.
  func publish(_ transaction: borrowing WriteTransaction, now: Int64) {
    let behind = publishBacklog(transaction, now: now)
    nextSeq += transaction.numbered
    eventNotifier.advance(to: nextSeq - 1)
    for step in transaction.importSteps { imports.record(step) }
    if !transaction.importSteps.isEmpty { lowWater.pass(nextSeq - 1) }
    if let part = transaction.erased { recordErased(part) }
    for find in transaction.finds { prunedHistory.add(find, now: now) }
    postpone(transaction)
    count(transaction, behind: behind)
    if !transaction.deleted.isEmpty { emptyLogAt = now + WriterTuning.idle }
    if !connection.addressees.isEmpty { deliveryNotifier.announce(Array(connection.addressees)) }
  }

  /// - Returns: The number of sessions whose snapshots are behind.
  private func publishBacklog(_ transaction: borrowing WriteTransaction, now: Int64) -> Int {
    // Released outside the lock: a lag may hold the last reference to its owner.
    var settled: [SnapshotBacklog.Lag] = []
    return backlog.lags.withLock { lags in
      if let created = transaction.created { lastCreated = created }
      for taken in transaction.snapshots { record(taken, in: &lags, now: now) }
      for change in transaction.appended { record(change, in: &lags, now: now) }
      for session in transaction.deleted {
        failures.forget(session)
        if lastCreated?.session == session { lastCreated = nil }
        mailboxes.forget(session)
        if let lag = forget(session, in: &lags) { settled.append(lag) }
      }
      return lags.count
    }
  }

  private func count(_ transaction: borrowing WriteTransaction, behind: Int) {
    let (written, snapshots) = (transaction.written, transaction.snapshots.count)
    if written > 0 { counters.batches.observe(written) }
    counters.update {
      $0.commits += 1
      $0.writes += written
      $0.largestBatch = max($0.largestBatch, written)
      $0.snapshots += snapshots
      $0.sessionsBehind = behind
      $0.logPages = connection.connection.logPages
    }
  }

  private func record(_ taken: TakenSnapshot, in lags: inout [SessionID: SnapshotBacklog.Lag], now: Int64) {
    let session = taken.owner.id
    guard let count = lags[session]?.entries.count else { return }
    if taken.isVoid || taken.entries.count == count {
      _ = forget(session, in: &lags)
    } else {
      for entry in taken.entries { lowWater.remove(entry.seq) }
      lags[session]?.entries.removeFirst(taken.entries.count)
      leaveBehind(session, in: &lags, now: now)
    }
  }

  private func record(
    _ change: WriteTransaction.AppendedChange, in lags: inout [SessionID: SnapshotBacklog.Lag], now: Int64
  ) {
    lowWater.add(change.entry.seq)
    let isNew = lags[change.session, default: SnapshotBacklog.Lag(since: now, entries: [])].add(change, now: now)
    if isNew { snapshotQueue.add(change.session, since: now) }
  }

  private func forget(_ session: SessionID, in lags: inout [SessionID: SnapshotBacklog.Lag]) -> SnapshotBacklog.Lag? {
    guard let lag = lags.removeValue(forKey: session) else { return nil }
    for entry in lag.entries { lowWater.remove(entry.seq) }
    return lag
  }
}

extension SnapshotBacklog.Lag {
  /// - Returns: Whether the session had no owner that could make its snapshot.
  fileprivate mutating func add(_ change: WriteTransaction.AppendedChange, now: Int64) -> Bool {
    entries.append(change.entry)
    if owner !== change.owner {
      defer { owner = change.owner }
      guard owner == nil else { return false }
      since = now
      return true
    }
    return false
  }
}
