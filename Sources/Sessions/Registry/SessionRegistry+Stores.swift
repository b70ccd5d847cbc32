import Navigation

// The use of a session's store.
extension SessionRegistry {
  /// The next step after the use of a store.
  enum UseResult {
    case outcome(Outcome)
    /// The session has to be looked up again.
    case again
    /// The request takes more steps than this thread may take.
    case costly
  }

  /// Calls `body` with a session's store, which is loaded if necessary. It is called again if another node has
  /// overtaken its write.
  ///
  /// - Parameter waits: Whether requests that have to wait for a turn go first.
  func withStore(
    of id: SessionID, waits: Bool = true, _ body: @escaping (SessionStore, @escaping Answer) -> StoreResult
  ) async -> Outcome {
    var attempts = RequestAttempts(startedAt: environment.now())
    do throws(JournalFailure) {
      while true {
        let outcome = try await withStoreOnce(of: id, waits: waits, &attempts, body)
        guard case .failed(.overtaken) = outcome else { return outcome }
        guard mayRepeat(&attempts) else { return .sessionBusy(waiting: attempts.lost) }
      }
    } catch {
      return .failed(error)
    }
  }

  /// Calls `body` with a session's store. Its outcome may be that another node has overtaken its write.
  ///
  /// - Parameter waits: Whether requests that have to wait for a turn go first.
  func withStoreOnce(
    of id: SessionID, waits: Bool = true, _ body: @escaping (SessionStore, @escaping Answer) -> StoreResult
  ) async throws(JournalFailure) -> Outcome {
    var attempts = RequestAttempts(startedAt: 0)
    return try await withStoreOnce(of: id, waits: waits, &attempts, body)
  }

  func withStoreOnce(
    of id: SessionID, waits: Bool = true, _ attempts: inout RequestAttempts,
    _ body: @escaping (SessionStore, @escaping Answer) -> StoreResult
  ) async throws(JournalFailure) -> Outcome {
    while let store = try await find(id, &attempts) {
      switch waits && isHeld(id) ? .costly : await use(store, body) {
      case .outcome(let outcome): return outcome
      case .again: sessions.forget(retired: store)
      case .costly: guard await turn(of: store) else { return .turnsBusy }
      }
    }
    return .notFound
  }

  /// Calls `body` with a store.
  func use(
    _ store: SessionStore, _ body: @escaping (SessionStore, @escaping Answer) -> StoreResult
  ) async -> UseResult {
    await awaiting { [self] done in
      let answer: Answer = { done(.outcome($0)) }
      let result = ThreadWork.during(store) { body(store, answer) }
      if let next = finish(result, store, answer) { done(next) }
      // The session may have been loaded for this.
      sessions.unloadIfNeeded()
    }
  }

  /// Answers with the result of a store.
  ///
  /// - Returns: What has to be done; nil: the answer has been given, or follows.
  func finish(_ result: StoreResult, _ store: SessionStore, _ answer: Answer) -> UseResult? {
    memory.record(store)
    switch result {
    case .answered(let outcome): answer(outcome)
    case .pending: sessions.unloadIfNeeded()
    case .retired: return .again
    case .costly: return .costly
    }
    return nil
  }

  /// Finds a session that has to exist.
  func existing(_ id: SessionID) async throws(OutcomeError) -> SessionStore {
    let store: SessionStore?
    do throws(JournalFailure) { store = try await sessions.find(id) } catch { throw OutcomeError(error) }
    guard let store else { throw OutcomeError(outcome: .notFound) }
    return store
  }
}
