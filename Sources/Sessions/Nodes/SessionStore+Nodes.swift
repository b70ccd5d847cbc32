import JSON
import Navigation

// Completion of writes.
extension SessionStore.State {
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
      waiters = state.endSubscriptions(by: environment.broadcaster) { $0.sessionDeleted() }
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
    // Clients subscribe again from the last revision that they know.
    waiters = state.endSubscriptions(by: environment.broadcaster) { $0.eventsInterrupted() }
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
    let changesAccess =
      state.tokenHash != commits.tokenHash || state.tokens != commits.tokens
      || state.metadata.key != commits.key || state.metadata.labels != commits.labels
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
    // Otherwise the way would grow as long as other nodes make the changes.
    if state.flow?.isLong == true { environment.storeSnapshot(of: self) }
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
    if !applied.isFiringOfRecurrence(by: change.origin.actor) { state.activeAt = change.at }
    state.undoState.append(change.revision, stateOf: change.stateOf)
    if applied.forgetPast { state.undoState.oldest = change.revision }
    followFlow(&state, by: FlowCause(stored: change.action))
    let outputs = try JSONValue(keeping: change.outputs, "the outputs of revision \(change.revision)")
    _ = outputs.forEachElement { _ in state.outputs += 1 }
    state.encoded = nil
    state.use.record(written: change.textCount)
    return applied
  }

  private func event(for change: PastChange, _ edits: [Edit], _ state: inout State) -> SessionEvent {
    SessionEvent(
      revision: change.revision, at: change.at, origin: change.origin, action: change.action,
      outputs: change.outputs, refused: change.refused,
      session: state.subscriptions.wantsSession ? encoded(&state) : nil,
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
