import JSON
import Navigation
import Synchronization

extension SessionRegistry {
  /// Carries out actions on a session. `answer` is called once, when the outcome is durable.
  package func perform(
    _ request: ActionRequest, on id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    perform(request, along: nil, on: id, answer: answer)
  }

  /// - Parameter historyPlan: Reused after an unloading. If it were read again each time, a session that is always
  ///   unloaded immediately would never make progress.
  private func perform(
    _ request: ActionRequest, along historyPlan: HistoryPlan?, on id: SessionID,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let store = loadedStore(id) else {
      return load(id, answer) { [self] in perform(request, along: historyPlan, on: id, answer: answer) }
    }
    let step = store.send(request, along: historyPlan, environment, answer: answer)
    switch step {
    case .plan(let historyQuery):
      return plan(historyQuery, of: store, answer) { [self] historyPlan in
        perform(request, along: historyPlan, on: id, answer: answer)
      }
    case .planLater:
      return store.whenSettled { [self] in perform(request, on: id, answer: answer) }
    default: break
    }
    if case .replay(let key) = step {
      return replay(key, of: id, answer) { [self] in
        store.forgetAnswer(to: key)
        perform(request, on: id, answer: answer)
      }
    }
    finish(step, store, answer) { perform(request, along: historyPlan, on: id, answer: answer) }
  }

  /// Reads a session, or a part of it.
  package func read(
    _ reading: SessionStore.Reading, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let store = loadedStore(id) else {
      return load(id, answer) { [self] in read(reading, of: id, answer: answer) }
    }
    finish(store.read(reading, answer: answer), store, answer) { read(reading, of: id, answer: answer) }
  }

  /// Deletes a session with all its data.
  package func delete(
    _ id: SessionID, if precondition: Precondition? = nil, lease: String? = nil,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let store = loadedStore(id) else {
      return find(id) { [self] result in
        switch result {
        case .success(.some): delete(id, if: precondition, lease: lease, answer: answer)
        case .success(nil): answer(.notFound)
        case .failure(.damaged) where precondition == nil: discard(id, answer: answer)
        case .failure(let failure): answer(.failed(failure))
        }
      }
    }
    let step = store.delete(if: precondition, lease: lease, environment) { [self] outcome in
      if case .deleted = outcome {
        forget(store)
        if store.state.withLock({ $0.lease != nil }) { leases.remove(of: id) }
        environment.quarantine.release(id)
      }
      answer(outcome)
    }
    finish(step, store, answer) { delete(id, if: precondition, lease: lease, answer: answer) }
  }

  /// Deletes a corrupted session, which has no store.
  private func discard(_ id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    let isSubmitted = environment.journal.submit(.delete(id)) { [environment] failure in
      if failure == nil { environment.quarantine.release(id) }
      answer(failure.map(Outcome.failed) ?? .deleted)
    }
    if !isSubmitted { answer(.journalBusy) }
  }

  /// Loads a session and calls `body` with its store.
  func withStore(
    of id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void,
    _ body: @escaping @Sendable (SessionStore) -> SessionStore.Progress
  ) {
    guard let store = loadedStore(id) else {
      return load(id, answer) { [self] in withStore(of: id, answer, body) }
    }
    finish(body(store), store, answer) { withStore(of: id, answer, body) }
  }

  /// Loads a session and calls `next`.
  func load(
    _ id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void, then next: @escaping @Sendable () -> Void
  ) {
    find(id) { result in
      switch result {
      case .success(.some): next()
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }

  /// - Parameter again: Looks up the session again, because its store was unloaded in the meantime.
  func finish(
    _ step: SessionStore.Progress, _ store: SessionStore, _ answer: @escaping @Sendable (Outcome) -> Void,
    again: () -> Void
  ) {
    memory.note(store)
    switch step {
    case .answer(let outcome): answer(outcome)
    case .wait: unloadIfNeeded()
    case .lookUpAgain:
      // The thread that retired the store may not have removed it yet; without this the same store would be found
      // again.
      forget(store)
      again()
    case .replay, .plan, .planLater:
      preconditionFailure("only actions are replayed or planned, and that is done where they are carried out")
    }
  }

  /// Reads the history plan, then continues. The change tables may lag behind.
  private func plan(
    _ historyQuery: HistoryQuery, of store: SessionStore, _ answer: @escaping @Sendable (Outcome) -> Void,
    then next: @escaping @Sendable (HistoryPlan?) -> Void
  ) {
    withPermit(for: store.id, otherwise: answer) { [environment] permit in
      HistoryPlan.read(historyQuery, of: store.id, from: environment.journal) { result in
        permit.restore()
        switch result {
        case .success(let historyPlan): next(historyPlan)
        case .failure(.unread(let failure)): answer(.failed(failure))
        case .failure(.damaged(let error)):
          // The history may have been deleted or pruned in the meantime, possibly through another store after an
          // unloading: examine the request again.
          if store.isDeleted || store.isRetired || store.oldest > historyQuery.undoState.oldest { return next(nil) }
          if let refused = historyQuery.refusedIfPruned { return answer(.refused(refused)) }
          answer(.failed(.damaged("The history of the session \(store.id.text) cannot be read: \(error.detail).")))
        }
      }
    }
  }

  /// - Parameter expired: Called when the journal has evicted the key since; the request is new then.
  func replay(
    _ key: String, of id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void,
    expired: @escaping @Sendable () -> Void
  ) {
    environment.journal.answer(to: key, of: id) { [self] result in
      switch result {
      case .success(let kept?): replay(kept, of: id, answer)
      case .success(nil): expired()
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }
}

extension SessionStore {
  func delete(
    if precondition: Precondition? = nil, lease: String? = nil, _ environment: SessionEnvironment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let now = environment.now()
      if let lease = state.lease(against: lease, at: now) { return .answer(.locked(lease, at: now)) }
      if let precondition, !precondition.holds(at: state.revision) {
        return state.afterPending(.preconditionFailed(revision: state.revision), answer)
      }
      state.isDeleted = true
      let number = state.wait(for: .deletion) { failure in answer(failure.map(Outcome.failed) ?? .deleted) }
      state.whenCommitted { [self] in announceDeletion(by: environment.broadcaster) }
      guard environment.journal.submit(.delete(id), settled: { [self] in settle(number, $0) }) else {
        state.rollBackLast()
        return .answer(.journalBusy)
      }
      return .wait
    }
  }
}
