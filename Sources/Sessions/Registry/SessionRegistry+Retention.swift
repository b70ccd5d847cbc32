import Navigation

extension SessionRegistry {
  /// Prunes the history of all sessions that exceed the retention limits, in parts small enough not to delay other
  /// users of the journal.
  ///
  /// - Parameters:
  ///   - now: The time that ages refer to in milliseconds since 1970; nil: the environment's.
  ///   - done: Called when all sessions are done, or when the journal cannot be read or written.
  package func compact(_ retention: Retention, asOf now: Int64? = nil, done: @escaping @Sendable () -> Void) {
    let before = (now ?? environment.now()) - retention.age
    let pass = Compaction(registry: self, retention: retention, before: before, done: done)
    pass.proceed(after: nil)
  }
}

/// One pass over all sessions.
private struct Compaction: Sendable {
  let registry: SessionRegistry
  let retention: Retention
  let before: Int64
  let done: @Sendable () -> Void

  /// Sessions examined per query.
  static let page = 100

  private var journal: any Journal { registry.environment.journal }

  func proceed(after session: SessionID?) {
    let query = ExcessQuery(
      after: session, revisions: retention.revisions, before: before, bytes: retention.bytes, limit: Self.page)
    journal.excess(query) { result in
      guard case .success(let page) = result else { return done() }
      prune(page.items[...], then: page.next)
    }
  }

  private func prune(_ items: ArraySlice<Excess>, then next: SessionID?) {
    guard let item = items.first else {
      guard let next else { return done() }
      return later { proceed(after: next) }
    }
    prune(item) { isPossible in
      guard isPossible else { return done() }
      later { prune(items.dropFirst(), then: next) }
    }
  }

  /// - Parameter ended: Whether the journal is writable.
  private func prune(_ item: Excess, ended: @escaping @Sendable (Bool) -> Void) {
    registry.find(item.session) { result in
      // A session that cannot be read keeps its history; the pass continues.
      guard case .success(let store?) = result else { return ended(true) }
      store.prune(item, registry.environment, ended: ended)
    }
  }

  /// Continues off the journal's threads, without growing their stacks.
  private func later(_ body: @escaping @Sendable () -> Void) {
    registry.environment.later(body)
  }
}

extension SessionStore {
  /// The oldest available revision.
  var oldest: Int { state.withLock { $0.undoState.oldest } }

  /// Prunes a session's history in parts, one after the other.
  ///
  /// - Parameter ended: Whether the journal is writable.
  func prune(_ item: Excess, _ environment: SessionEnvironment, ended: @escaping @Sendable (Bool) -> Void) {
    let counted = state.withLock { $0.historyBytes }
    prune(item, from: item.oldest, environment) { [self] isPossible, isWhole in
      correctHistoryBytes(isWhole ? item.size : nil, counted: counted, environment)
      ended(isPossible)
    }
  }

  /// Revisions pruned per write.
  private static let part = 1_024

  private func prune(
    _ item: Excess, from oldest: Int, _ environment: SessionEnvironment,
    ended: @escaping @Sendable (_ isPossible: Bool, _ isWhole: Bool) -> Void
  ) {
    let cut = min(item.cut, oldest + Self.part)
    let isQueued = prune(before: cut, environment) { [self] failure in
      if case .damaged? = failure { return ended(true, false) }
      guard failure == nil else { return ended(false, false) }
      guard cut < item.cut else { return ended(true, true) }
      // Off the journal's threads, without growing their stacks.
      environment.later { [self] in prune(item, from: cut, environment, ended: ended) }
    }
    if !isQueued { ended(true, false) }
  }

  /// Drops the changes that led to the states before a revision. Those states are unavailable immediately, so a reader
  /// that misses a change can find the reason here.
  ///
  /// - Returns: false when nothing was submitted to the journal; `settled` is not called then.
  func prune(
    before revision: Int, _ environment: SessionEnvironment, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Bool {
    state.withLock { state in
      guard !state.isRetired, !state.isDeleted, revision <= state.committedVersion.revision else { return false }
      let isQueued = environment.journal.submit(.prune(id, before: revision)) { [self] failure in
        self.state.withLock { $0.prunings -= 1 }
        settled(failure)
      }
      guard isQueued else { return false }
      state.prunings += 1
      // A later change must not be stored as a patch of step lists that are being pruned.
      state.recentSteps = RecentStepLists()
      let could = (state.undoState.canUndo, state.undoState.canRedo)
      state.undoState.oldest = max(state.undoState.oldest, revision)
      if could != (state.undoState.canUndo, state.undoState.canRedo) { state.encoded = nil }
      return true
    }
  }
}

extension Draft {
  /// Reverts a change that was read from the journal.
  mutating func revert(_ change: PastChange) throws(CorruptSession) {
    let edits = try [Edit](stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      try revert(stored: edits)
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
  }
}
