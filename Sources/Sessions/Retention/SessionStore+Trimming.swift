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
    // A write is pending, since the caller has just submitted its change.
    state.pending[state.pending.count - 1].waiting.append(
      Waiting { [self] _ in
        environment.later { [self] in Task.inline { [self] in await trimHistory(environment) } }
      })
  }

  private func trimHistory(_ environment: SessionEnvironment) async {
    let limit = environment.limits.historyBytes
    // Prune below the limit, so that the next trimming is not due immediately.
    let kept = limit - limit / 8
    // Counted before the measurement: changes that are committed meanwhile are added to its result.
    let (counted, isMeasured) = state.withLock { ($0.historyBytes, $0.isHistoryMeasured) }
    let query = ExcessQuery(of: id, bytes: kept, removal: isMeasured ? counted - kept : nil)
    let page = try? await environment.journal.excess(query)
    await environment.proceedLater()
    if let item = page?.items.first {
      environment.trims.increment()
      _ = await prune(item, counted: counted, environment)
    }
    endTrimming(limit)
  }

  /// Raises the margin when the snapshot is not new enough to prune before it, so that the next attempt comes some
  /// changes later.
  private func endTrimming(_ limit: Int) {
    state.withLock { state in
      state.trimming = .none(margin: max(0, state.historyBytes - limit) + limit / 16)
      if state.historyBytes <= limit { state.trimming = .none(margin: 0) }
    }
  }

  /// Corrects the byte count of the history after pruning, and stores it.
  ///
  /// - Parameters:
  ///   - size: The measured size; nil: the removed changes were not measured.
  ///   - counted: The count before the measurement.
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
      state.lag.markStale()
      return false
    }
    if !isOver { environment.storeSnapshot(of: self) }
  }

  // MARK: Forgetting

  /// Erases the revisions before the last pending change, which forgets them, once it is in the stored snapshot.
  func forgetPast(before revision: Int, _ state: inout State, _ environment: SessionEnvironment) {
    state.whenCommitted { [self] in
      Task.inline { [self] in
        do throws(JournalFailure) {
          try await environment.journal.storeSnapshot(of: self)
          await environment.proceedLater()
          _ = try await prune(before: revision, environment)
        } catch {
          // The revisions stay until the next change that forgets them.
        }
      }
    }
  }

  // MARK: Pruning

  /// Prunes a session's history in parts, one after the other.
  ///
  /// - Parameter counted: The bytes of the history before its excess was measured; unused if it was not.
  /// - Returns: Whether the journal is writable.
  func prune(_ item: Excess, counted: Int = 0, _ environment: SessionEnvironment) async -> Bool {
    var (isPossible, isWhole) = (true, false)
    do throws(JournalFailure) {
      isWhole = try await pruneParts(of: item, environment)
    } catch {
      switch error {
      // These two concern this session alone, so that a pass over all sessions goes on.
      case .damaged, .overtaken: break
      default: isPossible = false
      }
    }
    correctHistoryBytes(isWhole ? item.size : nil, counted: counted, environment)
    return isPossible
  }

  /// Revisions pruned per write.
  private static let part = 1_024

  /// - Returns: Whether all of the excess was pruned.
  private func pruneParts(of item: Excess, _ environment: SessionEnvironment) async throws(JournalFailure) -> Bool {
    var cut = min(item.cut, item.oldest + Self.part)
    while try await prune(before: cut, environment) {
      guard cut < item.cut else { return true }
      await environment.proceedLater()
      cut = min(item.cut, cut + Self.part)
    }
    return false
  }

  /// Drops the changes that led to the states before a revision. Those states are unavailable immediately, so a reader
  /// that misses a change can find the reason here.
  ///
  /// - Returns: false when nothing was submitted to the journal.
  private func prune(before revision: Int, _ environment: SessionEnvironment) async throws(JournalFailure) -> Bool {
    let result: Result<Bool, JournalFailure> = await awaiting { [self] pruned in
      let isSubmitted = submitPruning(before: revision, environment) { failure in
        pruned(failure.map(Result.failure) ?? .success(true))
      }
      if !isSubmitted { pruned(.success(false)) }
    }
    return try result.get()
  }

  private func submitPruning(
    before revision: Int, _ environment: SessionEnvironment, settled: @escaping Settled
  ) -> Bool {
    state.withLock { state in
      // A pending change can still be rolled back, so its revision cannot become the oldest one.
      guard !state.isRetired, !state.isDeleted, revision <= state.committedVersion.revision else { return false }
      let ended = { @Sendable [self] (failure: JournalFailure?) in
        self.state.withLock { $0.prunings -= 1 }
        settled(failure)
      }
      guard submitPruning(before: revision, &state, environment, settled: ended) else { return false }
      state.prunings += 1
      let could = (state.undoState.canUndo, state.undoState.canRedo)
      state.undoState.oldest = max(state.undoState.oldest, revision)
      // The cached JSON has both in its member `can`.
      if could != (state.undoState.canUndo, state.undoState.canRedo) { state.encoded = nil }
      return true
    }
  }

  /// Submits the pruning; with several nodes it takes its turn among the writes of the session.
  private func submitPruning(
    before revision: Int, _ state: inout State, _ environment: SessionEnvironment,
    settled: @escaping Settled
  ) -> Bool {
    guard state.commits != nil else {
      return environment.journal.submit(.prune(id, before: revision), settled: settled)
    }
    let number = state.wait(for: .upkeep, settled: settled)
    if submit(.prune(id, before: revision), as: number, &state, environment) { return true }
    state.rollBackLast()
    return false
  }
}
