import JSON
import Navigation
import Synchronization

/// The state of a store whose session is served by several nodes.
struct SharedState: Sendable {
  /// The last committed position.
  var position: SessionPosition
  /// The tokens of the last positions, the newest last.
  var recent: [CommitToken] = []
  /// The commits of this node since the last one of another node, at most `favoring`.
  var ownCommits = 0
  /// Whether a commit of another node has overtaken one of this store. The store counts as retired until it has caught up.
  var isStale = false
  /// Whether a request is tried without a check, so that it may only be answered by a commit.
  var isProvisional = false
  /// The reservation under which writes are made.
  var reservation: SessionReservation?

  init(_ position: SessionPosition) {
    self.position = position
  }

  /// The commits in a row after which a request is not preceded by a check.
  static let favoring = 2
  /// The distance in revisions between two snapshots of a session.
  static let snapshots = 64
  /// The number of tokens that are remembered.
  static let remembered = 16

  /// Whether the store was at a token or is at it.
  func hasSeen(_ token: CommitToken) -> Bool { token == position.token || recent.contains(token) }

  mutating func move(to next: SessionPosition) {
    recent.append(position.token)
    if recent.count > Self.remembered { recent.removeFirst() }
    position = next
  }
}

// Writes.
extension SessionStore {
  /// Submits the last pending write.
  ///
  /// - Parameter number: The number of the pending write.
  func submit(_ write: Write, as number: Int, _ state: inout State, _ environment: SessionEnvironment) -> Bool {
    guard state.shared != nil else { return environment.journal.submit(write) { [self] in settle(number, $0) } }
    return submitShared(write, as: number, &state, environment)
  }

  private func submitShared(
    _ write: Write, as number: Int, _ state: inout State, _ environment: SessionEnvironment
  ) -> Bool {
    guard let node = environment.shared, let shared = state.shared, let last = state.pending.indices.last else {
      preconditionFailure("a store of a shared journal has a position, and a pending write is submitted")
    }
    let token = CommitToken.random()
    state.pending[last].token = token
    let row: SharedSessionRow? = if case .change = write { sharedRow(state) } else { nil }
    let commit = SessionCommit(
      session: id, basis: last > 0 ? state.pending[last - 1].token : shared.position.token, token: token, row: row,
      reservation: shared.reservation)
    return node.journal.submit(write, as: commit) { [self] failure in
      if failure == .overtaken { node.overtaken.increment() }
      settle(number, failure)
    }
  }

  /// The values of the session's row at the newest revision.
  func sharedRow(_ state: borrowing State) -> SharedSessionRow {
    let tree = state.draft.tree
    return SharedSessionRow(
      appVersion: tree.appVersion, revision: state.revision, updatedAt: state.updatedAt, nextID: tree.lastID,
      outputs: state.outputs, undoState: state.undoState, historyBytes: state.historyBytes, current: tree.current.id,
      path: tree.currentPath)
  }

  /// The commit of the session's creation or import on a shared journal; nil: the journal is not shared.
  func creation(_ environment: SessionEnvironment) -> SessionCommit? {
    guard environment.shared != nil else { return nil }
    return state.withLock { state in
      let token = CommitToken.random()
      state.shared = SharedState(SessionPosition(token: token, revision: state.revision, revisionToken: token))
      return SessionCommit(session: id, basis: nil, token: token, row: sharedRow(state))
    }
  }

  /// Sends a request without a check, if the last commits were made by this node.
  ///
  /// - Returns: nil when nothing was committed; the request has to be sent after a check. Nothing has been answered then.
  func sendUnchecked(
    _ request: ActionRequest, _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult? {
    state.withLock { state in
      guard let shared = state.shared, shared.ownCommits >= SharedState.favoring, !state.isRetired else { return nil }
      let submitted = state.submitted
      let trial = ProvisionalAnswer(answer)
      state.shared?.isProvisional = true
      defer { state.shared?.isProvisional = false }
      let result = send(request, along: nil, &state, environment) { trial.take($0) }
      guard case .done(let result) = result, state.submitted > submitted else {
        // Pending writes cannot complete before the lock is released.
        trial.discard()
        return nil
      }
      return result
    }
  }

  /// Sets or ends the lease on a shared journal.
  ///
  /// - Parameter change: Returns the lease to set, or the outcome that prevents it.
  func changeLease(
    _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void,
    by change: (Lease?, _ now: Int64) -> Result<Lease?, LeaseHolder>
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let now = environment.now()
      switch change(state.nextLease, now) {
      case .failure(let holder): return state.afterPending(.locked(holder.lease, at: now), answer)
      case .success(let lease):
        let number = state.wait(for: .lease(lease)) { answer($0.map(Outcome.failed) ?? .leased(lease)) }
        guard submit(.lease(id, lease), as: number, &state, environment) else {
          state.rollBackLast()
          return .answered(.journalBusy)
        }
        return .pending
      }
    }
  }

  /// Drops a message that the session refuses, on a shared journal.
  func dismiss(
    _ message: MessageRow, _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void
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
  mutating func moveBehind(_ write: PendingWrite) {
    guard let token = write.token, let position = shared?.position else { return }
    var next = position
    next.token = token
    if case .change = write.kind { (next.revision, next.revisionToken) = (position.revision + 1, token) }
    shared?.move(to: next)
    guard let shared, shared.reservation == nil else { return }
    self.shared?.ownCommits = min(shared.ownCommits + 1, SharedState.favoring)
  }

  /// Retires the store.
  ///
  /// - Parameter isStale: Whether it can catch up.
  mutating func retire(isStale: Bool) {
    isRetired = true
    shared?.isStale = isStale
  }

  /// Makes a stale store that has caught up usable again.
  mutating func reinstate() {
    isRetired = false
    shared?.isStale = false
  }

  /// Rolls back all pending writes: each rests on the one before.
  mutating func rollBackAll(after failure: JournalFailure) -> [PendingWrite.Waiting] {
    let former = committedVersion
    for change in pending.reversed() { draft.revert(change.edits) }
    version = former
    encoded = nil
    answers.endAll()
    isDeleted = false
    shared?.ownCommits = 0
    switch failure {
    case .overtaken: retire(isStale: true)
    // The state on the disk is not known.
    case .unknown: retire(isStale: false)
    default: break
    }
    defer { pending = [] }
    return pending.flatMap(\.waiting)
  }
}

/// An answer that counts only if the request was committed.
private final class ProvisionalAnswer: Sendable {
  private let answer: @Sendable (Outcome) -> Void
  private let isDiscarded = Atomic(false)

  init(_ answer: @escaping @Sendable (Outcome) -> Void) {
    self.answer = answer
  }

  func take(_ outcome: Outcome) {
    if !isDiscarded.load(ordering: .acquiring) { answer(outcome) }
  }

  func discard() { isDiscarded.store(true, ordering: .releasing) }
}
