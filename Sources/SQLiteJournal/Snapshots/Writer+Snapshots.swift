import Sessions

extension Writer {
  /// A request to store the snapshot of a session.
  struct SnapshotRequest {
    let owner: any SnapshotOwner
    let settled: Completion
  }

  // MARK: Choosing

  /// Milliseconds to wait for writes before background work; nil when there is none.
  var workDelay: Int64? {
    let now = clock()
    let erasureDue = deletions.isEmpty ? prunedHistory.due(now) : now
    guard let due = Self.earlier(snapshotsDue, Self.earlier(erasureDue, emptyLogDue)) else { return nil }
    return max(due - now, hasFailed ? WriterTuning.idle : isCatchingUp ? 0 : WriterTuning.quiet)
  }

  /// The time from which snapshots are stored; nil when all are, 0 when some were requested.
  var snapshotsDue: Int64? {
    if !snapshotRequests.isEmpty || snapshotQueue.oldest == nil && hasMarkMoved { return 0 }
    // Not later than from now on: the clock may have been set back since the session was added.
    return snapshotQueue.oldest.map { min($0, clock()) + WriterTuning.idle }
  }

  /// The earlier of two times; nil: there is none.
  static func earlier(_ first: Int64?, _ second: Int64?) -> Int64? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Stores a slice of the snapshots that are due, and erases a part of the pruned history.
  ///
  /// - Returns: Whether there may be more to do.
  func catchUp(_ transaction: inout WriteTransaction) -> Bool {
    let now = clock()
    // Ages are compared with this time: with a wrong one, answers would expire that are still valid.
    if let failure = ClockRange.failure(at: now) {
      recordEnd(failure)
      return false
    }
    addSnapshots(behindSince: now - WriterTuning.idle, atMost: WriterTuning.slice, &transaction, now: now)
    let isIdle = transaction.snapshots.isEmpty && transaction.requests.isEmpty
    let tidies = isIdle && snapshotQueue.oldest == nil && hasMarkMoved
    let failure = transact(&transaction, now: now, tidying: tidies)
    settleRequests(of: transaction, failure)
    guard failure == nil else { return false }
    if isIdle { emptyLogIfDue(now) }
    return !isIdle || !deletions.isEmpty || prunedHistory.due(now).map { $0 <= now } ?? false
  }

  /// Adds the snapshots that were requested, then those of sessions that have been behind since `time`.
  func addSnapshots(behindSince time: Int64, atMost limit: Int, _ transaction: inout WriteTransaction, now: Int64) {
    while transaction.snapshots.count < limit, transaction.snapshotBytes < WriterTuning.sliceBytes {
      if let request = snapshotRequests.removeFirst() {
        let session = request.owner.id
        // A damaged session is left alone, and its owner must not be told that its snapshot is stored.
        transaction.add(request, failures.failure(of: session))
        addSnapshot(of: request.owner, &transaction, now: now)
      } else if let owner = nextOwner(since: time, now: now) {
        addSnapshot(of: owner, &transaction, now: now)
      } else {
        return
      }
    }
  }

  private func nextOwner(since time: Int64, now: Int64) -> (any SnapshotOwner)? {
    while let item = snapshotQueue.next(since: time, now: now) {
      let owner = backlog.lags.withLock { lags in
        lags[item.session].flatMap { $0.since == item.since ? $0.owner : nil }
      }
      if let owner { return owner }
    }
    return nil
  }

  /// Adds the snapshot of an owner, at most once per transaction.
  func addSnapshot(of owner: any SnapshotOwner, _ transaction: inout WriteTransaction, now: Int64) {
    let id = owner.id
    guard !failures.isDamaged(id), transaction.ask(owner) else { return }
    let snapshot = owner.takeSnapshot()
    let entries = backlog.lags.withLock { lags -> [SnapshotBacklog.Entry] in
      lags[id]?.owner = owner
      guard let snapshot else { return [] }
      return lags[id]?.entries.filter { $0.revision <= snapshot.session.revision } ?? []
    }
    if let snapshot {
      transaction.add(TakenSnapshot(owner: owner, snapshot: snapshot, entries: entries))
    } else {
      backlog.lags.withLock { leaveBehind(id, in: &$0, now: now) }
    }
  }

  /// Tells the owner of a snapshot that it was not stored, and requeues the session.
  func putBack(_ taken: TakenSnapshot, now: Int64) {
    taken.owner.returnSnapshot()
    backlog.lags.withLock { leaveBehind(taken.owner.id, in: &$0, now: now) }
  }

  /// Requeues a session with remaining changes.
  func leaveBehind(_ session: SessionID, in lags: inout [SessionID: SnapshotBacklog.Lag], now: Int64) {
    guard lags[session] != nil else { return }
    lags[session]?.since = now
    snapshotQueue.add(session, since: now)
  }

  /// Calls the completions of the requests of a transaction.
  func settleRequests(of transaction: borrowing WriteTransaction, _ failure: JournalFailure?) {
    for (request, refusal) in transaction.requests {
      request.settled(failure ?? refusal ?? transaction.snapshotFailures[request.owner.id])
    }
  }

  // MARK: Writing

  /// Stores a snapshot of the transaction.
  func storeSnapshot(_ index: Int, _ transaction: inout WriteTransaction, now: Int64) throws(SQLiteError) {
    let taken = transaction.beginSnapshot(index)
    let session = taken.owner.id
    if try connection.store(taken.snapshot, now: now) {
      try connection.insert(taken.entries, of: session)
      if let flow = taken.snapshot.flow { transaction.flows.add(flow, of: taken.snapshot.session.app) }
    } else {
      transaction.void(snapshot: index)
      for entry in backlog.entries(of: session) { try connection.deleteChange(entry.seq) }
    }
  }
}
