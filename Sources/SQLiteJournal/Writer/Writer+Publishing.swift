import Sessions

extension Writer {
  /// Updates the shared state after the commit of a transaction.
  func publish(_ transaction: borrowing WriteTransaction, now: Int64) {
    publishIndex(of: transaction, now: now)
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

  /// - Returns: The number of sessions whose tables are behind.
  private func publishBacklog(_ transaction: borrowing WriteTransaction, now: Int64) -> Int {
    // Released outside the lock: a lag may hold the last reference to its owner.
    var settled: [ProjectionBacklog.Lag] = []
    return backlog.lags.withLock { lags in
      for taken in transaction.projections { recordProjection(taken, in: &lags, now: now) }
      for change in transaction.appended { recordChange(change, in: &lags, now: now) }
      for session in transaction.deleted {
        failures.forget(session)
        mailboxes.forget(session)
        if let lag = forget(session, in: &lags) { settled.append(lag) }
      }
      return lags.count
    }
  }

  private func count(_ transaction: borrowing WriteTransaction, behind: Int) {
    let (written, projections) = (transaction.written, transaction.projections.count)
    if written > 0 { counters.batches.observe(written) }
    counters.update {
      $0.commits += 1
      $0.writes += written
      $0.largestBatch = max($0.largestBatch, written)
      $0.projections += projections
      $0.sessionsBehind = behind
      $0.logPages = connection.connection.logPages
    }
  }

  private func recordProjection(_ taken: TakenProjection, in lags: inout [SessionID: ProjectionBacklog.Lag], now: Int64)
  {
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

  private func recordChange(
    _ change: WriteTransaction.AppendedChange, in lags: inout [SessionID: ProjectionBacklog.Lag], now: Int64
  ) {
    lowWater.add(change.entry.seq)
    let news = lags[change.session, default: ProjectionBacklog.Lag(since: now, entries: [])].add(change, now: now)
    switch news {
    case .none: break
    case .behind: projectionQueue.add(change.session, since: now)
    case .farBehind: projectionQueue.addUrgent(change.session)
    }
  }

  private func forget(_ session: SessionID, in lags: inout [SessionID: ProjectionBacklog.Lag]) -> ProjectionBacklog.Lag?
  {
    guard let lag = lags.removeValue(forKey: session) else { return nil }
    for entry in lag.entries { lowWater.remove(entry.seq) }
    return lag
  }
}

extension ProjectionBacklog.Lag {
  fileprivate enum News {
    case none
    case behind
    case farBehind
  }

  fileprivate mutating func add(_ change: WriteTransaction.AppendedChange, now: Int64) -> News {
    entries.append(change.entry)
    // After a restart the changes had no store that could project them. This one can.
    guard owner != nil else {
      owner = change.owner
      since = now
      return .behind
    }
    if owner !== change.owner { owner = change.owner }
    // Equal, not greater: the session joins the urgent ones once.
    return entries.count - passedOver == WriterTuning.changes ? .farBehind : .none
  }
}
