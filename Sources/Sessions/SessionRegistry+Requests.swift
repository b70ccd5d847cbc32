import JSON
import Navigation
import Synchronization

extension SessionRegistry {
  /// Carries out actions on a session. `answer` is called once, when the outcome is certain.
  package func perform(
    _ request: ActionRequest, on id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    with(id, answer) { [environment] store in store.send(request, environment, answer: answer) }
  }

  /// Reads a session or its stack.
  package func read(
    _ reading: SessionStore.Reading, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    with(id, answer) { store in store.read(reading, answer: answer) }
  }

  /// Removes a session with all that belongs to it.
  package func delete(_ id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    with(id, answer) { [self] store in
      store.delete(environment) { [self] outcome in
        if case .deleted = outcome { forget(store) }
        answer(outcome)
      }
    }
  }

  /// Gives the SHA-256 of the session's token; nil when there is no such session.
  package func tokenHash(
    of id: SessionID, answer: @escaping @Sendable (Result<[UInt8]?, JournalFailure>) -> Void
  ) {
    find(id) { answer($0.map { $0?.tokenHash }) }
  }

  /// Finds the store and lets `body` act on it; again when the store was unloaded in between.
  private func with(
    _ id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void,
    _ body: @escaping @Sendable (SessionStore) -> SessionStore.Step
  ) {
    // The way of nearly every request: no callback, no waiting.
    if let store = loadedStore(id) { return finish(store, body(store), id, answer, body) }
    find(id) { [self] result in
      switch result {
      case .success(let store?): finish(store, body(store), id, answer, body)
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }

  private func finish(
    _ store: SessionStore, _ step: SessionStore.Step, _ id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void,
    _ body: @escaping @Sendable (SessionStore) -> SessionStore.Step
  ) {
    memory.note(store)
    switch step {
    case .answer(let outcome): answer(outcome)
    case .wait: unloadIfNeeded()
    case .lookUpAgain: with(id, answer, body)
    case .replay(let key): replay(key, of: id, answer)
    }
  }

  func replay(_ key: String, of id: SessionID?, _ answer: @escaping @Sendable (Outcome) -> Void) {
    environment.journal.answer(to: key, of: id) { result in
      switch result {
      case .success(let kept?):
        answer(.replayed(RenderedAnswer(status: kept.status, body: kept.body ?? []), revision: kept.revision))
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }
}

extension SessionStore {
  func delete(_ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void) -> Step {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return state.resting(.notFound, answer) }
      state.isDeleted = true
      state.pending.append(
        Pending(
          edits: [], formerUpdatedAt: state.updatedAt, formerRevision: state.revision, formerOutputs: state.outputs,
          keeping: nil, waiting: [Waiting { failure in answer(failure.map(Outcome.failed) ?? .deleted) }]))
      guard environment.journal.submit(.delete(id), settled: { [self] in settle($0) }) else {
        state.takeBackLast()
        state.isDeleted = false
        return .answer(.journalBusy)
      }
      return .wait
    }
  }
}
