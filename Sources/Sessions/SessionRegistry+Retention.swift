import Navigation

extension SessionRegistry {
  /// Prunes the past of all sessions that keep more of it than they are to: in parts so small that whoever waits for the
  /// journal does not notice, one after the other.
  ///
  /// - Parameters:
  ///   - now: What ages are counted to, milliseconds since 1970; nil: the environment's.
  ///   - done: Is called when there is no more to do, or when nothing can be written or read now.
  package func compact(_ retention: Retention, asOf now: Int64? = nil, done: @escaping @Sendable () -> Void) {
    let before = (now ?? environment.now()) - retention.age
    let pass = Compaction(registry: self, revisions: retention.revisions, before: before, done: done)
    pass.goOn(after: nil)
  }
}

/// One look at all sessions.
private struct Compaction: Sendable {
  let registry: SessionRegistry
  let revisions: Int
  let before: Int64
  let done: @Sendable () -> Void

  /// Sessions that are looked at in one go, and revisions that are pruned in one write.
  static let page = 100
  static let part = 1_024

  private var journal: any Journal { registry.environment.journal }

  func goOn(after session: SessionID?) {
    let query = ExcessQuery(after: session, revisions: revisions, before: before, limit: Self.page)
    journal.excess(query) { result in
      guard case .success(let page) = result else { return done() }
      prune(page.items[...], then: page.next)
    }
  }

  private func prune(_ items: ArraySlice<Excess>, then next: SessionID?) {
    guard let item = items.first else {
      guard let next else { return done() }
      return later { goOn(after: next) }
    }
    prune(item) { isPossible in
      guard isPossible else { return done() }
      later { prune(items.dropFirst(), then: next) }
    }
  }

  /// - Parameter ended: Whether the journal can be written.
  private func prune(_ item: Excess, ended: @escaping @Sendable (Bool) -> Void) {
    let cut = min(item.cut, item.oldest + Self.part)
    registry.find(item.session) { result in
      // One that cannot be read keeps its past, and the others go on.
      guard case .success(let store?) = result else { return ended(true) }
      let isQueued = store.prune(before: cut, registry.environment) { failure in
        if case .damaged? = failure { return ended(true) }
        guard failure == nil else { return ended(false) }
        guard cut < item.cut else { return ended(true) }
        let rest = Excess(session: item.session, oldest: cut, cut: item.cut)
        later { prune(rest, ended: ended) }
      }
      if !isQueued { ended(true) }
    }
  }

  /// Not on the journal's threads, and not deeper in their stacks each time.
  private func later(_ body: @escaping @Sendable () -> Void) {
    registry.environment.later(body)
  }
}

extension SessionStore {
  /// The oldest revision whose state can be gone back to.
  var oldest: Int { state.withLock { $0.timeline.oldest } }

  /// Lets go of what led to the states before a revision. From now on nobody goes there; so whoever finds a change missing
  /// that he meant to read can look here why.
  ///
  /// - Returns: false when nothing was asked of the journal; `settled` is not called then.
  func prune(
    before revision: Int, _ environment: SessionEnvironment, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Bool {
    state.withLock { state in
      guard !state.isRetired, !state.isDeleted, revision <= state.committedStanding.revision else { return false }
      let isQueued = environment.journal.submit(.prune(id, before: revision)) { [self] failure in
        self.state.withLock { $0.prunings -= 1 }
        settled(failure)
      }
      guard isQueued else { return false }
      state.prunings += 1
      let could = (state.timeline.canUndo, state.timeline.canRedo)
      state.timeline.oldest = max(state.timeline.oldest, revision)
      if could != (state.timeline.canUndo, state.timeline.canRedo) { state.encoded = nil }
      return true
    }
  }
}

extension Draft {
  /// Takes back what the journal has of a change.
  mutating func revert(_ change: PastChange) throws(DamagedSession) {
    let edits = try [Edit](stored: change.edits, of: change.revision)
    do throws(UnfitEdit) {
      try revert(stored: edits)
    } catch {
      throw DamagedSession(detail: "revision \(change.revision) does not follow: \(error)")
    }
  }
}
