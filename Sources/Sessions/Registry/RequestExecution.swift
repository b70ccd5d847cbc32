import Navigation

/// A request that reads first: the session, which is not loaded, or the history for a history move, or the response that
/// is stored for its key.
///
/// After the reads the request is sent to the store, which checks everything under the session's lock. If the session
/// was unloaded or changed in the meantime, the step that this concerns is repeated.
struct RequestExecution: Sendable {
  let registry: SessionRegistry
  var request: ActionRequest
  let id: SessionID
  var attempts: RequestAttempts

  /// The plan of a history move, or the reason that there is none; nil: the request is sent without a plan.
  private typealias Plan = Result<HistoryPlan, OutcomeError>

  private var environment: SessionEnvironment { registry.environment }

  /// - Parameter store: The store that has found the request to be costly; nil: none.
  func start(_ answer: @escaping Answer, behind store: SessionStore? = nil) {
    Task.inline {
      var execution = self
      answer(await execution.run(behind: store))
    }
  }

  /// Returns an answer that carries the request out again if its write was overtaken by another node.
  func repeating(_ answer: @escaping Answer) -> Answer {
    { outcome in
      guard case .failed(.overtaken) = outcome else { return answer(outcome) }
      var next = self
      guard registry.mayRepeat(&next.attempts) else { return answer(.sessionBusy(waiting: next.attempts.lost)) }
      next.start(answer)
    }
  }

  private mutating func run(behind store: SessionStore?) async -> Outcome {
    var attempts = attempts
    // Kept after an unloading. If it were read again each time, a session that is always unloaded immediately would
    // never make progress.
    var plan: Plan?
    var preparations = 0
    var result = SessionRegistry.UseResult.again
    if let store { result = await waitForTurn(of: store) }
    do throws(JournalFailure) {
      while true {
        switch result {
        case .outcome(.failed(.overtaken)):
          guard registry.mayRepeat(&attempts) else { return .sessionBusy(waiting: attempts.lost) }
          plan = nil
        case .outcome(let outcome): return outcome
        case .again, .costly: break
        }
        guard let store = try await registry.find(id, &attempts) else { return .notFound }
        result = await send(to: store, &plan, &preparations)
        if case .costly = result { result = await waitForTurn(of: store) }
        if case .again = result { registry.sessions.forget(retired: store) }
      }
    } catch {
      return .failed(error)
    }
  }

  /// Sends the request to the session's store.
  ///
  /// - Parameter preparations: The number of times that an amendment was prepared.
  private mutating func send(
    to store: SessionStore, _ plan: inout Plan?, _ preparations: inout Int
  ) async -> SessionRegistry.UseResult {
    var needsPlan = request.historyMove != nil && plan == nil
    while true {
      if needsPlan {
        guard preparations < AmendmentPreparation.mostAttempts else { return .outcome(.refused(.changedMeanwhile)) }
        guard let read = await readPlan(in: store) else {
          plan = nil
          return .again
        }
        plan = read
        if request.amendment != nil, read != nil { preparations += 1 }
      }
      // Behind the costly change: pipelined requests keep their order (decision 0091, RFC 9112 §9.3.2).
      if registry.isHeld(id) { return .costly }
      var other: SendResult?
      let result = await registry.use(store) { [plan, request, environment] store, answer in
        let result = store.send(request, plan: plan, environment, answer: answer)
        if case .done(let result) = result { return result }
        other = result
        return .retired
      }
      switch other {
      case .needsPlan?: needsPlan = true
      case .needsGoneScreens?:
        do throws(OutcomeError) {
          let search = GoneScreens(request.reopenedSources, registry: registry, id: id)
          request = request.with(gone: try await search.find())
        } catch {
          return .outcome(error.outcome)
        }
      case .repeats(let key)?:
        if let outcome = await ResponseReplay(registry: registry, id: id, key: key).run() { return .outcome(outcome) }
        // The journal has evicted the key since, so that the request is new.
        store.forgetAnswer(to: key)
        plan = nil
        return .again
      case .done?, nil: return result
      }
    }
  }

  /// Reads the plan of a history move, unless the request has to be sent without one.
  ///
  /// - Returns: nil: the session has to be looked up again.
  private func readPlan(in store: SessionStore) async -> Plan?? {
    guard let query = await store.historyQuery(for: request) else { return .some(nil) }
    guard case .amend(let amendment) = query.historyMove else {
      return await read(query, in: store) { () async throws(PastFailure) in
        try await HistoryPlan.read(query, of: id, from: environment.journal)
      }
    }
    let preparation = AmendmentPreparation(
      registry: registry, request: request, amendment: amendment, query: query, store: store)
    switch await read(query, in: store, preparation.read) {
    case nil: return nil
    case .failure(let error)?: return .failure(error)
    case .success(let past)?:
      do throws(OutcomeError) { return .success(try await preparation.plan(past)) } catch { return .failure(error) }
    }
  }

  /// Reads what a plan needs of the history.
  ///
  /// - Returns: nil: the session has to be looked up again.
  private func read<Value: Sendable>(
    _ query: HistoryQuery, in store: SessionStore, _ body: () async throws(PastFailure) -> Value
  ) async -> Result<Value, OutcomeError>? {
    let result: Result<Value, PastFailure>
    do throws(OutcomeError) { result = try await registry.readPermits.withPermit(for: id, body) } catch {
      return .failure(error)
    }
    if case .failure(.damaged) = result {
      await registry.bringUpToDate(store)
      // The history may have been deleted or pruned in the meantime, possibly through another store after an unloading.
      if store.isDeleted || store.isRetired || store.oldest > query.undoState.oldest { return nil }
    }
    return result.mapError { OutcomeError($0, query, of: id) }
  }

  /// Waits until it is the turn of the session's changes, in which a request with actions is also evaluated.
  private func waitForTurn(of store: SessionStore) async -> SessionRegistry.UseResult {
    if request.historyMove != nil { return await registry.turn(of: store) ? .again : .outcome(.turnsBusy) }
    return await awaiting { done in
      let turn = CostlyRequest(registry: registry, request: request, id: id, done: done).firstTurn
      if !registry.addTurn(turn, to: .changes(id), of: store) { done(.outcome(.turnsBusy)) }
    }
  }
}

extension OutcomeError {
  fileprivate init(_ failure: PastFailure, _ query: HistoryQuery, of id: SessionID) {
    switch failure {
    case .unread(let failure): self.init(failure)
    case .damaged(let error):
      self.init(
        outcome: query.refusedIfPruned.map(Outcome.refused)
          ?? .failed(.damaged("The history of the session \(id.text) cannot be read: \(error.detail).")))
    }
  }
}
