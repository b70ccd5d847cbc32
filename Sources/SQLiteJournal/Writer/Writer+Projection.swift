import Sessions

extension Writer {
  // MARK: Choosing

  /// Milliseconds to wait for writes before background work; nil when there is none.
  var workDelay: Int64? {
    let now = clock()
    let erasureDue = deletions.isEmpty ? prunedHistory.due(now) : now
    guard let due = Self.earlier(tablesDue, Self.earlier(erasureDue, emptyLogDue)) else { return nil }
    return max(due - now, hasFailed ? WriterTuning.idle : isCatchingUp ? 0 : WriterTuning.quiet)
  }

  /// The time from which the tables are brought up to date; nil when they are, 0 when many changes wait.
  var tablesDue: Int64? {
    if projectionQueue.hasUrgent || projectionQueue.oldest == nil && indexQueue.isEmpty && hasMarkMoved { return 0 }
    return Self.earlier(projectionQueue.oldest, indexQueue.oldest).map { $0 + WriterTuning.idle }
  }

  /// The earlier of two times; nil: there is none.
  static func earlier(_ first: Int64?, _ second: Int64?) -> Int64? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Projects a slice of the sessions that are due, and erases a part of the pruned history.
  ///
  /// - Returns: Whether there may be more to do.
  func catchUp(_ transaction: inout WriteTransaction) -> Bool {
    let now = clock()
    // Ages are compared with this time: with a wrong one, answers would expire that are still valid.
    if let failure = ClockRange.failure(at: now) {
      recordEnd(failure)
      return false
    }
    dequeueUnindexed(since: now - WriterTuning.idle, atMost: WriterTuning.indexSlice, &transaction)
    addDueProjections(since: now - WriterTuning.idle, atMost: WriterTuning.slice, &transaction, now: now)
    let isIdle = transaction.projections.isEmpty && transaction.unindexed.isEmpty
    let tidies = isIdle && projectionQueue.oldest == nil && indexQueue.isEmpty && hasMarkMoved
    guard transact(&transaction, now: now, tidying: tidies) == nil else { return false }
    if isIdle { emptyLogIfDue(now) }
    return !isIdle || !deletions.isEmpty || prunedHistory.due(now).map { $0 <= now } ?? false
  }

  /// Adds the projections of sessions that are urgent or have been behind since `time`.
  func addDueProjections(since time: Int64, atMost limit: Int, _ transaction: inout WriteTransaction, now: Int64) {
    var rows = 0
    while transaction.projections.count < limit, rows < WriterTuning.sliceRows, let owner = nextOwner(since: time) {
      addProjection(of: owner, for: nil, &transaction, now: now)
      if let taken = transaction.projections.last { rows += taken.projection.screens.count + taken.entries.count }
    }
  }

  private func nextOwner(since time: Int64) -> (any Projecting)? {
    while let session = projectionQueue.nextUrgent() {
      if let owner = backlog.lags.withLock({ $0[session]?.owner }) { return owner }
    }
    while let item = projectionQueue.next(since: time) {
      let owner = backlog.lags.withLock { lags in
        lags[item.session].flatMap { $0.since == item.since ? $0.owner : nil }
      }
      if let owner { return owner }
    }
    return nil
  }

  /// Adds the projection of an owner, at most once per transaction.
  func addProjection(of owner: any Projecting, for job: Int?, _ transaction: inout WriteTransaction, now: Int64) {
    let id = owner.id
    guard !failures.isDamaged(id), transaction.ask(owner) else { return }
    let projection = owner.takeProjection()
    let entries = backlog.lags.withLock { lags -> [ProjectionBacklog.Entry] in
      lags[id]?.owner = owner
      guard let projection else { return [] }
      return lags[id]?.entries.filter { $0.revision <= projection.session.revision } ?? []
    }
    if let projection {
      transaction.add(TakenProjection(owner: owner, projection: projection, entries: entries, job: job))
    } else {
      passOver(id, now: now)
    }
  }

  /// Returns a projection that was not written to its owner, and requeues the session.
  func restore(_ taken: TakenProjection, now: Int64) {
    taken.owner.restore(taken.projection)
    passOver(taken.owner.id, now: now)
  }

  private func passOver(_ session: SessionID, now: Int64) {
    backlog.lags.withLock { leaveBehind(session, in: &$0, now: now) }
  }

  // MARK: Writing

  /// Writes a projection of the transaction.
  func project(_ index: Int, _ transaction: inout WriteTransaction, now: Int64) throws(SQLiteError) {
    let taken = transaction.beginProjection(index)
    let session = taken.owner.id
    try self.index(session, &transaction)
    if try connection.project(taken.projection, now: now) {
      try connection.index(taken.entries, of: session)
    } else {
      transaction.void(projection: index)
      for entry in backlog.entries(of: session) { try connection.deleteChange(entry.seq) }
    }
  }

  /// Requeues a session with remaining changes.
  func leaveBehind(_ session: SessionID, in lags: inout [SessionID: ProjectionBacklog.Lag], now: Int64) {
    guard let count = lags[session]?.entries.count else { return }
    lags[session]?.since = now
    lags[session]?.passedOver = count
    projectionQueue.add(session, since: now)
  }
}
