import JSON
import Navigation

// Commits of other nodes.
extension SessionStore {
  /// The position to compare, as it is now.
  var knownPosition: KnownPosition {
    state.withLock { state in
      guard let shared = state.shared else { preconditionFailure("a store of a shared journal has a position") }
      return KnownPosition(position: shared.position, isStale: shared.isStale)
    }
  }

  /// Whether the store is retired for good; a stale one can catch up.
  var isLost: Bool { state.withLock { $0.isRetired && $0.shared?.isStale != true } }

  /// Applies the commits that other nodes made since a position.
  ///
  /// - Parameters:
  ///   - news: nil: the session was at the known position.
  ///   - later: Called when the pending writes have completed, if the result depends on them.
  func take(
    _ news: SessionNews?, since known: KnownPosition, _ environment: SessionEnvironment,
    later: @escaping @Sendable () -> Void
  ) -> FreshnessResult {
    var announcements = Announcements()
    let result = state.withLock { state -> FreshnessResult in
      guard let shared = state.shared, !state.isRetired || shared.isStale else { return .lost }
      guard let news else {
        if shared.isStale {
          guard known.isStale, shared.position == known.position else { return .unclear }
          state.reinstate()
        }
        return .current
      }
      if case .changed(let commits) = news, !shared.isStale, shared.hasSeen(commits.position.token) { return .current }
      if !state.pending.isEmpty {
        state.pending[state.pending.count - 1].waiting.append(Waiting { _ in later() })
        return .waiting
      }
      guard shared.position == known.position else { return .unclear }
      return take(news, &state, &announcements)
    }
    announce(announcements, environment)
    return result
  }

  /// What is told to the subscribers after the news were applied.
  private struct Announcements {
    var events: [SessionEvent] = []
    var deletes = false
    var changesAccess = false
    var interrupts = false
  }

  private func take(
    _ news: SessionNews, _ state: inout State, _ announcements: inout Announcements
  ) -> FreshnessResult {
    switch news {
    case .gone:
      state.retire(isStale: false)
      state.isDeleted = true
      announcements.deletes = true
      return .lost
    case .changed(let commits):
      do throws(CorruptSession) {
        try apply(commits, &state, &announcements)
        return .current
      } catch {
        // Loading the session anew finds out whether its data is corrupted.
        break
      }
    case .replaced: break
    }
    state.retire(isStale: false)
    announcements = Announcements(interrupts: true)
    return .lost
  }

  private func apply(
    _ commits: NewCommits, _ state: inout State, _ announcements: inout Announcements
  ) throws(CorruptSession) {
    for change in commits.changes where change.revision > state.revision {
      let edits = try replay(change, on: &state)
      if !state.subscriptions.isEmpty { announcements.events.append(event(for: change, edits, &state)) }
    }
    guard state.revision == commits.position.revision else { throw .missing(state.revision + 1) }
    announcements.changesAccess = state.tokenHash != commits.tokenHash || state.tokens != commits.tokens
    state.undoState.oldest = commits.oldest
    state.historyBytes = commits.historyBytes
    (state.tokenHash, state.tokens) = (commits.tokenHash, commits.tokens)
    state.metadata.labels = commits.labels
    state.lease = commits.lease
    state.calls = commits.calls
    for answer in commits.answers { state.answers.add(answer) }
    (state.undone, state.encoded) = (nil, nil)
    state.reinstate()
    state.shared?.ownCommits = 0
    state.shared?.move(to: commits.position)
    state.use.measure(state.draft.tree)
    noteFootprint(state)
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
    state.use.note(written: change.textCount)
    return applied
  }

  private func event(for change: PastChange, _ edits: [Edit], _ state: inout State) -> SessionEvent {
    SessionEvent(
      revision: change.revision, at: change.at, action: change.action, outputs: change.outputs,
      refused: change.refused, session: state.subscriptions.wantsSession ? encoded(&state) : nil,
      transition: state.subscriptions.wantsPlan ? Transition(edits, to: state.draft.tree) : nil)
  }

  private func announce(_ announcements: Announcements, _ environment: SessionEnvironment) {
    let broadcaster = environment.broadcaster
    for event in announcements.events { announce(event, by: broadcaster) }
    if announcements.changesAccess { announceRevocation(at: environment.now(), by: broadcaster) }
    if announcements.deletes { announceDeletion(by: broadcaster) }
    if announcements.interrupts { announceInterruption(by: broadcaster) }
  }

  /// Ends all subscriptions, since the store cannot tell the next revisions. Clients subscribe again from the last one.
  func announceInterruption(by broadcaster: EventBroadcaster) {
    let (ended, waiters) = state.withLock { state in
      (state.subscriptions.removeAll(unless: { _ in false }), state.subscriptions.shown.removeWaiters())
    }
    for waiter in waiters { waiter.end(false) }
    if !ended.isEmpty { broadcaster.announceInterruption(to: ended) }
  }
}
