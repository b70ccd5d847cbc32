import Navigation

/// A request that reads first: the session, which is not loaded, or the history for a history move, or the response that
/// is stored for its key.
///
/// After the reads the request is sent to the store, which checks everything under the session's lock. If the session
/// was unloaded or changed in the meantime, the step that this concerns is repeated.
struct RequestExecution: Sendable {
  let registry: SessionRegistry
  let request: ActionRequest
  let id: SessionID
  let answer: @Sendable (Outcome) -> Void

  /// The plan of a history move, or the reason that there is none.
  typealias Plan = Result<HistoryPlan, HistoryError>

  /// Finds the session, which is loaded if necessary.
  ///
  /// - Parameter plan: Reused after an unloading. If it were read again each time, a session that is always unloaded
  ///   immediately would never make progress.
  func start(plan: Plan? = nil) {
    start(plan: plan) { body in registry.sessions.use(id, body) }
  }

  /// Finds the session by another look-up.
  func start(plan: Plan? = nil, in session: SessionRegistry.FindSession) {
    session { result in
      switch result {
      case .success(let store?):
        if request.historyMove == nil || plan != nil { return send(to: store, plan: plan) }
        prepareMove(in: store)
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
      return true
    }
  }

  /// Starts a history move, which needs a plan.
  private func prepareMove(in store: SessionStore) {
    store.queryHistory(for: request) { query in
      if let query { readPlan(query, of: store) } else { sendOrRestart(to: store, plan: nil) }
    }
  }

  /// Reads the plan of a history move. The change tables may lag behind.
  private func readPlan(_ query: HistoryQuery, of store: SessionStore) {
    let journal = registry.environment.journal
    let waiting = registry.readPermits.take(for: id, waitsAlways: false) { permit in
      HistoryPlan.read(query, of: id, from: journal) { result in
        permit.restore()
        usePlan(result, query, store)
      }
    }
    if let waiting { sendOrRestart(to: store, plan: .failure(HistoryError(outcome: .readsBusy(waiting: waiting)))) }
  }

  private func usePlan(_ result: Result<HistoryPlan, PastFailure>, _ query: HistoryQuery, _ store: SessionStore) {
    switch result {
    case .success(let plan): sendOrRestart(to: store, plan: .success(plan))
    case .failure(let failure):
      guard case .damaged = failure else {
        return sendOrRestart(to: store, plan: .failure(HistoryError(failure, query, of: id)))
      }
      registry.bringUpToDate(store) {
        // The history may have been deleted or pruned in the meantime, possibly through another store after an unloading.
        if store.isDeleted || store.isRetired || store.oldest > query.undoState.oldest { return start() }
        sendOrRestart(to: store, plan: .failure(HistoryError(failure, query, of: id)))
      }
    }
  }

  private func sendOrRestart(to store: SessionStore, plan: Plan?) {
    if !send(to: store, plan: plan) { start(plan: plan) }
  }

  /// Sends the request to the session's store.
  ///
  /// - Returns: false when the store was unloaded.
  private func send(to store: SessionStore, plan: Plan?) -> Bool {
    // Behind the costly change: pipelined requests keep their order (decision 0091, RFC 9112 §9.3.2).
    guard !registry.isHeld(id) else {
      waitForTurn(of: store, plan: plan)
      return true
    }
    switch store.send(request, plan: plan, registry.environment, answer: answer) {
    case .done(let result): return registry.finish(result, store, answer, ifCostly: { waitForTurn(of: store) })
    case .repeats(let key): replay(key, store)
    case .needsPlan: prepareMove(in: store)
    }
    return true
  }

  /// Repeats the request when it is the turn of the session's changes.
  func waitForTurn(of store: SessionStore, plan: Plan? = nil) {
    guard request.historyMove != nil else {
      let turn = CostlyRequest(execution: self).firstTurn
      return registry.addTurn(turn, to: .changes(id), of: store, otherwise: answer)
    }
    registry.inTurn(of: store, otherwise: answer) { start(plan: plan) }
  }

  /// Answers with the response stored for the key. The request is new if the journal has evicted the key since.
  private func replay(_ key: String, _ store: SessionStore) {
    ResponseReplay(registry: registry, id: id, key: key, answer: answer).start {
      store.forgetAnswer(to: key)
      start()
    }
  }
}

extension HistoryError {
  fileprivate init(_ failure: PastFailure, _ query: HistoryQuery, of id: SessionID) {
    switch failure {
    case .unread(let failure): self.init(outcome: .failed(failure))
    case .damaged(let error):
      self.init(
        outcome: query.refusedIfPruned.map(Outcome.refused)
          ?? .failed(.damaged("The history of the session \(id.text) cannot be read: \(error.detail).")))
    }
  }
}
