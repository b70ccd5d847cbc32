import Metrics
import SQLite
import Sessions

extension Writer {
  /// Writes the batch and the projections in one transaction.
  ///
  /// - Returns: The failure of the whole transaction. If only some jobs failed, nil; `outcomes` holds their failures.
  func transact(now: Int64, tidying: Bool = false) -> JournalFailure? {
    defer {
      projections.removeAll(keepingCapacity: true)
      appended.removeAll(keepingCapacity: true)
      deleted.removeAll(keepingCapacity: true)
      importSteps.removeAll()
      finds.removeAll()
      asked.removeAll(keepingCapacity: true)
    }
    let tidies = tidying || !projections.isEmpty
    let part = prunedHistory.next(now: now)
    let hasWrites = batch.contains(where: \.isWrite)
    guard tidies || part != nil || hasWrites else { return nil }
    if hasWrites, let failure = ClockRange.failure(at: now) { return abandon(because: failure, now: now) }
    let stopwatch = Stopwatch()
    do {
      try commit(now: now, tidying: tidies, erasing: part)
      counters.commits.note(stopwatch.nanoseconds)
    } catch {
      rollBack(after: error)
      return abandon(because: JournalFailure(writing: error), now: now)
    }
    recordEnd(nil)
    publish(now: now)
    if let part { prunedHistory.erased(part) }
    for find in finds { prunedHistory.add(find, now: now) }
    if !connection.addressees.isEmpty { deliveryNotifier.announce(Array(connection.addressees)) }
    watchLog()
    return nil
  }

  /// Commits the transaction. After an error that concerns one row, retries without the job or projection that caused
  /// it. Any other error concerns the disk and fails the whole transaction.
  private func commit(now: Int64, tidying: Bool, erasing part: PrunedHistory.Part?) throws(SQLiteError) {
    var excluded = 0
    while true {
      do {
        try attempt(now: now, tidying: tidying, erasing: part)
        return
      } catch {
        guard mayExclude(after: error, excluded: excluded), try exclude(after: error) else { throw error }
        excluded += 1
      }
    }
  }

  private func attempt(now: Int64, tidying: Bool, erasing part: PrunedHistory.Part?) throws(SQLiteError) {
    step = .ending
    if !isConnectionSound { try reconnect() }
    appended.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    importSteps.removeAll()
    finds.removeAll()
    connection.forgetAddressees()
    numbered = 0
    written = 0
    try connection.begin()
    // Projections first: they show what was committed before, and this batch may delete their sessions.
    for index in projections.indices {
      step = .projection(index)
      try project(index, now: now)
    }
    for index in batch.indices where outcomes[index] == nil {
      guard case .write(let submission) = batch[index] else { continue }
      step = .job(index)
      let write = submission.write
      if let refusal = refusal(of: write) {
        outcomes[index] = refusal
      } else {
        try perform(write)
        written += 1
      }
    }
    step = .ending
    if tidying { try tidy(now: now) }
    if let part { try connection.erase(part) }
    try connection.commit()
    if tidying {
      storedLowWater = mark
      if now >= forgetAt { forgetAt = now + WriterTuning.forgetting }
    }
  }

  /// Background work that is done together with projections. The mark is the one before this transaction: at worst too
  /// low.
  private func tidy(now: Int64) throws(SQLiteError) {
    if mark != storedLowWater { try connection.moveLowWater(to: mark) }
    if now >= forgetAt { try connection.forgetExpiredCreations(now: now) }
  }

  /// The failure of a write that must not be attempted: see `broken`.
  private func refusal(of write: Write) -> JournalFailure? {
    guard !broken.isEmpty || !damaged.isEmpty else { return nil }
    switch write {
    case .change(let change, _):
      if let failure = failure(of: change.session) { return failure }
      guard let first = broken[change.session] else { return nil }
      guard change.revision <= first else {
        return .unavailable("revision \(change.revision) follows revision \(first), which was not written")
      }
      broken[change.session] = nil
    case .keep(let answer):
      guard let session = answer.session, let first = broken[session], answer.revision >= first else { return nil }
      return .unavailable("the response refers to revision \(answer.revision), which was not written")
    case .create, .importSlice, .add, .dropImport, .prune, .token, .delete, .dismiss, .probe, .define, .withdraw,
      .reinstate, .webhook, .appKey:
      break
    }
    return nil
  }

  /// Removes the job or projection that caused an error from the transaction.
  ///
  /// - Returns: false if the error was not caused by one of them.
  private func exclude(after error: SQLiteError) throws(SQLiteError) -> Bool {
    try connection.connection.rollBack()
    isConnectionSound = error.leavesConnectionUsable
    switch step {
    case .projection(let index):
      let taken = projections.remove(at: index)
      if error.isCorrupt { quarantine(taken.owner.id, after: error) }
      restore(taken, now: clock())
      if let job = taken.job { outcomes[job] = JournalFailure(writing: error) }
    case .job(let index):
      outcomes[index] = JournalFailure(writing: error)
      if error.isCorrupt { note(damage: error) }
      if case .write(let submission) = batch[index], case .change(let change, _) = submission.write {
        broken[change.session] = change.revision
      }
    case .ending:
      return false
    }
    return true
  }

  private func rollBack(after error: SQLiteError) {
    isConnectionSound = isConnectionSound && error.leavesConnectionUsable
    do {
      try connection.connection.rollBack()
    } catch {
      isConnectionSound = false
    }
  }

  /// Records that neither the batch nor the projections were written.
  ///
  /// - Returns: The passed failure.
  private func abandon(because failure: JournalFailure, now: Int64) -> JournalFailure {
    counters.update { $0.failures += 1 }
    for taken in projections { restore(taken, now: now) }
    for index in batch.indices where outcomes[index] == nil {
      guard case .write(let submission) = batch[index], case .change(let change, _) = submission.write else { continue }
      if broken[change.session] == nil { broken[change.session] = change.revision }
    }
    recordEnd(failure)
    return failure
  }
}

extension Writer.Job {
  var isWrite: Bool {
    if case .write = self { true } else { false }
  }
}
