extension SessionStore {
  /// The state of trimming a history that exceeds its byte limit.
  enum Trimming: Sendable, Equatable {
    /// Trimming starts when the history exceeds the limit by more than this margin.
    case none(margin: Int)
    case underWay
  }

  /// Prunes the oldest revisions once the history exceeds its limit. Called for each change, so that no history grows
  /// far beyond the limit before the next periodic retention pass.
  func trimHistoryIfNeeded(_ state: inout State, _ environment: SessionEnvironment) {
    let limit = environment.limits.historyBytes
    guard case .none(let margin) = state.trimming, state.historyBytes - margin > limit else { return }
    state.trimming = .underWay
    // The count is checked again, whether the change succeeds or fails.
    state.pending[state.pending.count - 1].waiting.append(
      Waiting { [self] _ in environment.later { self.trimHistory(environment) } })
  }

  private func trimHistory(_ environment: SessionEnvironment) {
    let limit = environment.limits.historyBytes
    // Prune below the limit, so that the next trimming is not due immediately.
    let kept = limit - limit / 8
    let removal = state.withLock { $0.isHistoryMeasured ? $0.historyBytes - kept : nil }
    environment.journal.excess(ExcessQuery(of: id, bytes: kept, removal: removal)) { [self] result in
      environment.later { [self] in
        guard case .success(let page) = result, let item = page.items.first else { return endTrimming(limit) }
        environment.trims.increment()
        prune(item, environment) { [self] _ in endTrimming(limit) }
      }
    }
  }

  /// Raises the margin when the tables do not show enough prunable history yet, so that the next attempt comes some
  /// changes later.
  private func endTrimming(_ limit: Int) {
    state.withLock { state in
      state.trimming = .none(margin: max(0, state.historyBytes - limit) + limit / 16)
      if state.historyBytes <= limit { state.trimming = .none(margin: 0) }
    }
  }

  /// Corrects the byte count of the history after pruning, and projects it to the tables.
  ///
  /// - Parameters:
  ///   - size: The measured size; nil: the removed changes were not measured.
  ///   - counted: The count when the pruning began.
  func correctHistoryBytes(_ size: Excess.Size?, counted: Int, _ environment: SessionEnvironment) {
    let isOver = state.withLock { state in
      switch size {
      case .kept(let bytes): state.historyBytes += bytes - counted
      case .removed(let bytes): state.historyBytes -= bytes
      case nil: state.isHistoryMeasured = false
      }
      guard size != nil else { return true }
      state.isHistoryMeasured = true
      state.historyBytes = max(0, state.historyBytes)
      guard !state.isRetired, !state.isDeleted else { return true }
      state.dirtyRows.noteSession()
      return false
    }
    if !isOver { environment.journal.project(self) { _ in } }
  }
}
