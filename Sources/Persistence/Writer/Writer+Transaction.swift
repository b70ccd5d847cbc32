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

  private func perform(_ write: Write) throws(SQLiteError) {
    switch write {
    case .change(let change, let owner):
      let seq = nextSeq + numbered
      try connection.append(change, as: seq)
      numbered += 1
      let entry = ProjectionBacklog.Entry(revision: change.revision, seq: seq)
      appended.append(AppendedChange(session: change.session, entry: entry, owner: owner))
    case .create(let projection, let answer):
      try connection.create(projection, keeping: answer)
    case .keep(let answer):
      try connection.keep(answer)
    case .importSlice(let slice):
      if slice.isFirst, imports[slice.session] != nil { try connection.dropImport(slice.session, 0..<Int.max) }
      try connection.write(slice, from: nextSeq + numbered)
      importSteps.append((slice.session, .began(nextSeq + numbered)))
      numbered += Int64(slice.changes.count)
    case .add(let session):
      try connection.add(session)
      importSteps.append((session.session.session.id, .ended))
    case .dropImport(let session, let revisions, let isLast):
      try connection.dropImport(session, revisions)
      if isLast { importSteps.append((session, .ended)) }
    case .prune(let session, let revision):
      try connection.prune(session, before: revision)
      // What does not fit is found when the session is pruned again.
      guard !prunedHistory.isFull, let find = try connection.pruned(session, from: prunedHistory.known(of: session))
      else { break }
      finds.append(find)
    case .token(let session, let hash):
      try connection.setToken(hash, of: session)
    case .delete(let session):
      try connection.delete(session)
      for entry in backlog.entries(of: session) { try connection.deleteChange(entry.seq) }
      for change in appended where change.session == session { try connection.deleteChange(change.entry.seq) }
      deleted.append(session)
    case .dismiss(let message):
      try connection.deleteMessage(message)
    case .probe:
      try connection.probe(as: nextSeq + numbered)
    case .define(let app):
      try connection.define(app, replacing: true)
    case .withdraw(let app, let versions, let time):
      for version in versions { try connection.withdraw(app, version: version, at: time) }
    case .reinstate(let app, let version):
      try connection.withdraw(app, version: version, at: nil)
    case .webhook(let write):
      try connection.perform(write)
    case .appKey(let write):
      try connection.perform(write)
    }
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

  /// Requests checkpoints. The checkpointer copies the log while the writer continues. After each of its passes the
  /// writer copies the small rest, so that its next transaction restarts the log: "if the entire WAL has been
  /// transferred into the database … the writer will rewind the WAL back to the beginning"
  /// (<https://www.sqlite.org/wal.html>, 2.2).
  private func watchLog() {
    guard database.checkpoints == .own else { return }
    let pages = connection.connection.logPages
    if pages < requestedAt { requestedAt = 0 }
    let hasPassed = checkpointer.takePass()
    guard canCheckpoint() else { return }
    if hasPassed { return finishCheckpoint() }
    guard pages >= requestedAt + WriterTuning.checkpoint else { return }
    requestedAt = pages
    checkpointer.request()
  }

  /// Copies the pages that were written during the checkpointer's pass, a small part of the log. The next transaction
  /// then restarts the log from its beginning.
  private func finishCheckpoint() {
    do {
      let checkpoint = try connection.connection.checkpoint(.passive)
      counters.update { if checkpoint.logPages == checkpoint.copiedPages { $0.writerCheckpoints += 1 } }
    } catch {
      owesBackfill = !error.isBusy
      counters.update { $0.failedCheckpoints += 1 }
    }
  }
}

extension Writer.Job {
  var isWrite: Bool {
    if case .write = self { true } else { false }
  }
}
