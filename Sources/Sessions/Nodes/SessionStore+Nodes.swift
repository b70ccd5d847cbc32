import JSON
import Navigation

// Writes.
extension SessionStore {
  /// Submits the last pending write.
  ///
  /// - Parameter number: The number of the pending write.
  func submit(_ write: Write, as number: Int, _ state: inout State, _ environment: SessionEnvironment) -> Bool {
    guard state.commits != nil else { return environment.journal.submit(write) { [self] in settle(number, $0) } }
    return submitCommit(write, as: number, &state, environment)
  }

  private func submitCommit(
    _ write: Write, as number: Int, _ state: inout State, _ environment: SessionEnvironment
  ) -> Bool {
    guard let commits = state.commits, let last = state.pending.indices.last else {
      preconditionFailure("a store that several nodes have has a position, and a pending write is submitted")
    }
    let token = CommitToken.random()
    state.pending[last].token = token
    let row: SessionHeader? = if case .change = write { header(state) } else { nil }
    let commit = SessionCommit(
      session: id, basis: last > 0 ? state.pending[last - 1].token : commits.position.token, token: token, row: row,
      reservation: commits.reservation)
    return environment.journal.submit(write, as: commit) { [self, node = environment.node] failure in
      if failure == .overtaken { node.overtaken.increment() }
      settle(number, failure)
    }
  }

  /// The values of the session's row at the newest revision.
  private func header(_ state: borrowing State) -> SessionHeader {
    let tree = state.draft.tree
    return SessionHeader(
      appVersion: tree.appVersion, revision: state.revision, updatedAt: state.updatedAt, nextID: tree.lastID,
      outputs: state.outputs, undoState: state.undoState, historyBytes: state.historyBytes, current: tree.current.id,
      path: tree.currentPath)
  }

  /// The commit of the session's creation or import; nil: there are no other nodes.
  func creation(_ environment: SessionEnvironment) -> SessionCommit? {
    guard !environment.node.isSole else { return nil }
    return state.withLock { state in
      let token = CommitToken.random()
      state.commits = CommitState(SessionPosition(token: token, revision: state.revision, revisionToken: token))
      return SessionCommit(session: id, basis: nil, token: token, row: header(state))
    }
  }

  /// Sends a request to the session in memory, if it may be sent without reading anything first.
  ///
  /// - Returns: nil: it may not, and nothing has been answered.
  func sendAtOnce(_ request: ActionRequest, _ execution: RequestExecution, _ answer: @escaping Answer) -> StoreResult? {
    let environment = execution.registry.environment
    if environment.node.isSole {
      if case .done(let result) = send(request, environment, answer: answer) { return result }
      return nil
    }
    return request.isDryRun ? nil : sendUnchecked(request, environment, answer: execution.repeating(answer))
  }

  /// Sends a request without a check, if the last commits were made by this node.
  ///
  /// - Returns: nil when nothing was committed; the request has to be sent after a check. Nothing has been answered then.
  private func sendUnchecked(
    _ request: ActionRequest, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult? {
    state.withLock { state in
      // Two own commits in a row make it likely that no other node writes; the comparison in the commit decides
      // (decision 0065).
      guard let commits = state.commits, commits.ownCommits >= CommitState.favoring, !state.isRetired else { return nil }
      let submitted = state.submitted
      let trial = ProvisionalAnswer(answer)
      state.commits?.isProvisional = true
      defer { state.commits?.isProvisional = false }
      let result = send(request, plan: nil, &state, environment) { trial.receive($0) }
      guard case .done(let result) = result, state.submitted > submitted else {
        // Pending writes cannot complete before the lock is released.
        trial.discard()
        return nil
      }
      return result
    }
  }

  /// Sets or ends the lease: in the memory of the only node, otherwise in the database.
  ///
  /// - Parameter change: Returns the lease to set, or the holder of the one that prevents it.
  func changeLease(
    _ environment: SessionEnvironment, _ leases: Leases, answer: @escaping Answer,
    by change: (Lease?, _ now: Int64) -> Result<Lease?, LeaseHolder>
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let now = environment.now()
      switch change(state.nextLease, now) {
      case .failure(let holder):
        let outcome = Outcome.locked(holder.lease, at: now)
        return state.commits == nil ? .answered(outcome) : state.afterPending(outcome, answer)
      case .success(let lease):
        guard state.commits == nil else { return submit(lease, &state, environment, answer) }
        // Under the lock of the store, so that its copy and the table do not differ.
        if let lease, !leases.set(lease, of: id, at: now) { return .answered(.tooManyLeases) }
        if lease == nil, state.lease != nil { leases.remove(of: id) }
        state.lease = lease
        return .answered(.leased(lease))
      }
    }
  }

  private func submit(
    _ lease: Lease?, _ state: inout State, _ environment: SessionEnvironment, _ answer: @escaping Answer
  ) -> StoreResult {
    let number = state.wait(for: .lease(lease)) { answer($0.map(Outcome.failed) ?? .leased(lease)) }
    guard submit(.lease(id, lease), as: number, &state, environment) else {
      state.rollBackLast()
      return .answered(.journalBusy)
    }
    return .pending
  }

  /// Drops a message that the session refuses, in its turn among the writes of all nodes.
  func dismiss(
    _ message: MessageRow, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      let number = state.wait(for: .upkeep) { answer($0.map(Outcome.failed) ?? .unchanged) }
      guard submit(.dismiss(message.id), as: number, &state, environment) else {
        state.rollBackLast()
        return .answered(.journalBusy)
      }
      return .pending
    }
  }
}

// Completion of writes.
extension SessionStore.State {
  /// The lease once all pending writes complete.
  fileprivate var nextLease: Lease? {
    for pending in pending.reversed() {
      if case .lease(let lease) = pending.kind { return lease }
    }
    return lease
  }

  /// Moves the position behind a write that is durable.
  mutating func advancePosition(past write: PendingWrite) {
    guard let token = write.token, let position = commits?.position else { return }
    var next = position
    next.token = token
    if case .change = write.kind { (next.revision, next.revisionToken) = (position.revision + 1, token) }
    commits?.move(to: next)
    guard let commits, commits.reservation == nil else { return }
    self.commits?.ownCommits = min(commits.ownCommits + 1, CommitState.favoring)
  }

  /// Retires the store.
  ///
  /// - Parameter isStale: Whether it can catch up.
  mutating func retire(isStale: Bool) {
    isRetired = true
    commits?.isStale = isStale
  }

  /// Makes a stale store that has caught up usable again.
  mutating func reinstate() {
    isRetired = false
    commits?.isStale = false
  }

  /// Rolls back all pending writes: each rests on the one before.
  mutating func rollBackAll(after failure: JournalFailure) -> [PendingWrite.Waiting] {
    let former = committedVersion
    for change in pending.reversed() { draft.revert(change.edits) }
    version = former
    encoded = nil
    for record in pending.compactMap(\.record) { idempotencyRecords.end(record.key) }
    // A pending deletion is among the writes that fail.
    isDeleted = false
    commits?.ownCommits = 0
    switch failure {
    case .overtaken: retire(isStale: true)
    // The state on the disk is not known.
    case .unknown: retire(isStale: false)
    default: break
    }
    defer { pending = [] }
    switch failure {
    // The failure concerns the first write alone; the requests after it are carried out again.
    case .doneBefore, .keyTaken: break
    default: return pending.flatMap(\.waiting)
    }
    // There is one: `settle` has found the write that failed at index 0.
    return pending[0].waiting
      + pending.dropFirst().flatMap(\.waiting).map { waiting in
        PendingWrite.Waiting { _ in waiting.settled(.overtaken) }
      }
  }
}

// Commits of other nodes.
extension SessionStore {
  /// The position to compare, as it is now.
  var knownPosition: KnownPosition {
    state.withLock { state in
      guard let commits = state.commits else { preconditionFailure("a store that several nodes have has a position") }
      return KnownPosition(position: commits.position, isStale: commits.isStale)
    }
  }

  /// Whether the store is retired for good; a stale one can catch up.
  var isLost: Bool { state.withLock { $0.isRetired && $0.commits?.isStale != true } }

  /// Applies the commits that other nodes made since a position.
  ///
  /// - Parameter news: nil: the session was at the known position.
  func apply(
    _ news: SessionNews?, since known: KnownPosition, _ environment: SessionEnvironment
  ) -> FreshnessResult {
    var waiters: [ShownWaiter] = []
    let result = state.withLock { state -> FreshnessResult in
      guard let own = state.commits, !state.isRetired || own.isStale else { return .lost }
      guard let news else {
        if own.isStale {
          guard known.isStale, own.position == known.position else { return .unclear }
          state.reinstate()
        }
        return .current
      }
      // The comparison is older than the store, which has made these commits itself since.
      if case .changed(let commits) = news, !own.isStale, own.hasSeen(commits.position.token) { return .current }
      if !state.pending.isEmpty { return .waiting }
      // The news begin at the known position, and the store has left it.
      guard own.position == known.position else { return .unclear }
      return apply(news, &state, environment, &waiters)
    }
    for waiter in waiters { waiter.end(false) }
    return result
  }

  /// - Parameter waiters: Receives the waiters to end without a report.
  private func apply(
    _ news: SessionNews, _ state: inout State, _ environment: SessionEnvironment, _ waiters: inout [ShownWaiter]
  ) -> FreshnessResult {
    switch news {
    case .gone:
      state.retire(isStale: false)
      state.isDeleted = true
      waiters = state.announceDeletion(by: environment.broadcaster)
      return .lost
    case .changed(let commits):
      do throws(CorruptSession) {
        try apply(commits, &state, environment)
        return .current
      } catch {
        // Loading the session anew finds out whether its data is corrupted.
        break
      }
    case .replaced: break
    }
    state.retire(isStale: false)
    waiters = state.announceInterruption(by: environment.broadcaster)
    return .lost
  }

  private func apply(
    _ commits: NewCommits, _ state: inout State, _ environment: SessionEnvironment
  ) throws(CorruptSession) {
    var events: [SessionEvent] = []
    for change in commits.changes where change.revision > state.revision {
      let edits = try replay(change, on: &state)
      if !state.subscriptions.isEmpty { events.append(event(for: change, edits, &state)) }
    }
    guard state.revision == commits.position.revision else { throw .missing(state.revision + 1) }
    let changesAccess = state.tokenHash != commits.tokenHash || state.tokens != commits.tokens
    state.undoState.oldest = commits.oldest
    state.historyBytes = commits.historyBytes
    (state.tokenHash, state.tokens) = (commits.tokenHash, commits.tokens)
    (state.metadata.key, state.metadata.labels) = (commits.key, commits.labels)
    state.lease = commits.lease
    state.calls = commits.calls
    for record in commits.idempotencyRecords { state.idempotencyRecords.add(record) }
    (state.undone, state.encoded) = (nil, nil)
    state.reinstate()
    state.commits?.ownCommits = 0
    state.commits?.move(to: commits.position)
    state.use.measure(state.draft.tree)
    updateFootprint(state)
    // Announced when all has been applied: a failure above leaves a store that is lost.
    for event in events { state.announce(event, by: environment.broadcaster) }
    if changesAccess { state.announceRevocation(at: environment.now(), by: environment.broadcaster) }
  }

  /// Applies a change of another node.
  private func replay(_ change: PastChange, on state: inout State) throws(CorruptSession) -> [Edit] {
    guard change.revision == state.revision + 1 else { throw .missing(state.revision + 1) }
    let stored = try StoredEdits(stored: change.edits, of: change.revision)
    var applied: [Edit] = []
    do throws(EditMismatch) {
      try stored.forEachGroup { edits throws(EditMismatch) in applied += try state.draft.replay(stored: edits) }
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
    guard apps[state.appVersion] != nil else {
      throw CorruptSession(detail: "it needs `\(apps.name)` version \(state.appVersion), which is not loaded")
    }
    state.revision = change.revision
    state.updatedAt = change.at
    state.undoState.append(change.revision, stateOf: change.stateOf)
    let outputs = try JSONValue(keeping: change.outputs, "the outputs of revision \(change.revision)")
    _ = outputs.forEachElement { _ in state.outputs += 1 }
    state.encoded = nil
    state.use.record(written: change.textCount)
    return applied
  }

  private func event(for change: PastChange, _ edits: [Edit], _ state: inout State) -> SessionEvent {
    SessionEvent(
      revision: change.revision, at: change.at, action: change.action, outputs: change.outputs,
      refused: change.refused, session: state.subscriptions.wantsSession ? encoded(&state) : nil,
      transition: state.subscriptions.wantsPlan ? Transition(edits, to: state.draft.tree) : nil)
  }

  /// Makes the next writes under a reservation.
  ///
  /// - Returns: false when the store has pending writes, or was lost.
  func begin(
    _ reservation: SessionReservation, with news: SessionNews?, since known: KnownPosition,
    _ environment: SessionEnvironment
  ) -> Bool {
    guard state.withLock({ $0.pending.isEmpty }) else { return false }
    // The row is locked, so that a store without news is current.
    let known = KnownPosition(position: known.position, isStale: true)
    guard case .current = apply(news, since: known, environment) else { return false }
    return state.withLock { state in
      // The lock was free since `apply`, so that a request may have submitted a write without the reservation.
      guard state.pending.isEmpty, !state.isRetired else { return false }
      state.commits?.reservation = reservation
      return true
    }
  }

  func end(_ reservation: SessionReservation) {
    state.withLock { $0.commits?.reservation = nil }
  }

  /// Retires the store, whose state may not be that of the journal.
  func lose() { state.withLock { $0.retire(isStale: false) } }
}
