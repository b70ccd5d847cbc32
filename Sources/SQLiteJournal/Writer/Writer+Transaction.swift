import Support
import Sessions

extension Writer {
  /// Writes the jobs and the snapshots of a transaction.
  ///
  /// - Returns: The failure of the whole transaction. If only some jobs failed, nil; the transaction holds their
  ///   failures.
  func transact(_ transaction: inout WriteTransaction, now: Int64, tidying: Bool = false) -> JournalFailure? {
    let tidies = tidying || !transaction.snapshots.isEmpty
    let part = deletions.first.map { .history($0.session) } ?? prunedHistory.next(now: now)
    let hasWrites = transaction.hasWrites
    guard tidies || part != nil || hasWrites else { return nil }
    if hasWrites || !transaction.snapshots.isEmpty, let failure = ClockRange.failure(at: now) {
      return fail(&transaction, failure, now: now)
    }
    let stopwatch = Stopwatch()
    do {
      try commit(&transaction, now: now, tidying: tidies, erasing: part)
      counters.commits.observe(stopwatch.nanoseconds)
    } catch {
      rollBack(&transaction, after: error)
      let failure = JournalFailure(writing: error)
      if case .history = part { failDeletion(failure) }
      return fail(&transaction, failure, now: now)
    }
    recordEnd(nil)
    publish(transaction, now: now)
    watchLog(now, isProbe: !tidies && part == nil && transaction.hasOnlyProbes)
    return nil
  }

  /// Commits the transaction. After an error that concerns one row, retries without the job or snapshot that caused
  /// it; after too many damaged sessions, without the other snapshots, which follow later. Any other error concerns
  /// the disk and fails the whole transaction.
  private func commit(
    _ transaction: inout WriteTransaction, now: Int64, tidying: Bool, erasing part: PrunedHistory.ErasureBatch?
  ) throws(SQLiteError) {
    var excluded = 0
    while true {
      do {
        return try attempt(&transaction, now: now, tidying: tidying, erasing: part)
      } catch {
        let isLast = !WriteFailures.mayExclude(after: error, excluded: excluded)
        // Snapshots can wait, so they never fail the writes of clients, however many sessions are damaged.
        guard !isLast || error.isCorrupt && transaction.isStoringSnapshot, try exclude(from: &transaction, after: error)
        else { throw error }
        excluded += 1
        if isLast { postpone(&transaction, now: now) }
      }
    }
  }

  private func attempt(
    _ transaction: inout WriteTransaction, now: Int64, tidying: Bool, erasing part: PrunedHistory.ErasureBatch?
  ) throws(SQLiteError) {
    if !isConnectionSound { try reconnect() }
    try transaction.begin(on: connection)
    // These first: they show what was committed before, and this batch may delete their sessions.
    for index in transaction.snapshots.indices { try storeSnapshot(index, &transaction, now: now) }
    for index in transaction.jobs.indices where transaction.failures[index] == nil {
      guard case .write(let submission) = transaction.jobs[index] else { continue }
      if let refusal = failures.refusal(of: submission.write) {
        transaction.failures[index] = refusal
      } else {
        transaction.beginJob(index)
        try perform(submission, &transaction)
        transaction.countWrite()
      }
    }
    transaction.endWrites()
    try connection.add(transaction.flows)
    if tidying { try tidy(now: now) }
    if let part { transaction.recordErased(try connection.erase(part)) }
    try transaction.commit(on: connection)
    if tidying {
      // After the commit: an attempt that fails leaves the former marks in the database.
      storedLowWater = mark
      if now >= forgetAt { forgetAt = now + WriterTuning.forgetting }
    }
  }

  /// Background work that is done together with snapshots. The mark is the one before this transaction: at worst too
  /// low.
  private func tidy(now: Int64) throws(SQLiteError) {
    if hasMarkMoved { try connection.moveMark(to: mark) }
    if now >= forgetAt { try connection.forgetExpiredCreations(now: now) }
  }

  /// The `seq` up to which every change is in a snapshot.
  var mark: Int64 { imports.mark(lowWater) }

  /// Whether the stored mark is lower than it could be.
  var hasMarkMoved: Bool { mark != storedLowWater }

  /// Removes the job or snapshot that caused an error from the transaction.
  ///
  /// - Returns: false if the error was not caused by one of them.
  private func exclude(
    from transaction: inout WriteTransaction, after error: SQLiteError
  ) throws(SQLiteError) -> Bool {
    // `abandon` forgets the phase, and which room in mailboxes was reserved.
    let phase = transaction.phase
    mailboxes.release(transaction.reserved)
    try transaction.abandon(on: connection)
    isConnectionSound = error.leavesConnectionUsable
    switch phase {
    case .snapshot(let index):
      let taken = transaction.remove(snapshot: index)
      if error.isCorrupt { stopWriting(to: taken.owner.id, after: error) }
      putBack(taken, now: clock())
      transaction.snapshotFailures[taken.owner.id] = JournalFailure(writing: error)
    case .job(let index):
      transaction.failures[index] = JournalFailure(writing: error)
      // The other writes of the transaction succeed, so no failure would be logged otherwise.
      if error.isCorrupt, failures.isNew(error) { onFailure(.damaged(error.description)) }
      failures.record(unwritten: transaction.jobs[index])
    case .ending:
      return false
    }
    return true
  }

  /// Leaves the snapshots of a transaction to a later one.
  private func postpone(_ transaction: inout WriteTransaction, now: Int64) {
    for taken in transaction.snapshots {
      putBack(taken, now: now)
      transaction.snapshotFailures[taken.owner.id] = .unavailable("many sessions are damaged; try again")
    }
    transaction.dropSnapshots()
  }

  /// Stops writing to a session with corrupted rows.
  private func stopWriting(to session: SessionID, after error: SQLiteError) {
    failures.record(damageOf: session, error)
    quarantine.admit(session, because: error.description)
  }

  private func rollBack(_ transaction: inout WriteTransaction, after error: SQLiteError) {
    isConnectionSound = isConnectionSound && error.leavesConnectionUsable
    mailboxes.release(transaction.reserved)
    do {
      try transaction.abandon(on: connection)
    } catch {
      isConnectionSound = false
    }
  }

  /// Records that neither the jobs nor the snapshots were written.
  ///
  /// - Returns: The passed failure.
  private func fail(_ transaction: inout WriteTransaction, _ failure: JournalFailure, now: Int64) -> JournalFailure {
    counters.update { $0.failures += 1 }
    for taken in transaction.snapshots { putBack(taken, now: now) }
    for index in transaction.jobs.indices where transaction.failures[index] == nil {
      failures.record(unwritten: transaction.jobs[index])
    }
    recordEnd(failure)
    return failure
  }
}
