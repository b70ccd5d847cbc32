extension SessionStore {
  /// The trimming of a history that takes more bytes than it may.
  enum Trimming: Sendable, Equatable {
    /// Begins when the history takes so many bytes more than the limit.
    case none(margin: Int)
    case underWay
  }

  /// Has the oldest revisions pruned once the history takes more than it may. Called with each change, so that no history
  /// grows far beyond the limit before the next regular look at all sessions.
  func trimHistoryIfNeeded(_ state: inout State, _ environment: SessionEnvironment) {
    let limit = environment.limits.historyBytes
    guard case .none(let margin) = state.trimming, state.historyBytes - margin > limit else { return }
    state.trimming = .underWay
    // Whether the change is written or not: what was counted is looked at again.
    state.pending[state.pending.count - 1].waiting.append(
      Waiting { [self] _ in environment.later { self.trimHistory(environment) } })
  }

  private func trimHistory(_ environment: SessionEnvironment) {
    let limit = environment.limits.historyBytes
    // To less than the limit, so that the next time is not at once.
    environment.journal.excess(ExcessQuery(of: id, bytes: limit - limit / 8)) { [self] result in
      environment.later { [self] in
        guard case .success(let page) = result, let item = page.items.first else { return endTrimming(limit) }
        environment.trims.increment()
        prune(item, environment) { [self] _ in endTrimming(limit) }
      }
    }
  }

  /// Where not enough could be pruned, since the tables do not show it yet, some more changes go by before the next attempt.
  private func endTrimming(_ limit: Int) {
    state.withLock { state in
      state.trimming = .none(margin: max(0, state.historyBytes - limit) + limit / 16)
      if state.historyBytes <= limit { state.trimming = .none(margin: 0) }
    }
  }

  /// Sets right what was counted, now that the bytes are known. The tables follow.
  func correctHistoryBytes(by difference: Int, _ environment: SessionEnvironment) {
    let isOver = state.withLock { state in
      state.historyBytes = max(0, state.historyBytes + difference)
      guard !state.isRetired, !state.isDeleted else { return true }
      state.dirtyRows.noteSession()
      return false
    }
    if !isOver { environment.journal.project(self) { _ in } }
  }
}
