import JSON
import Navigation

/// The result of sending a request to a store.
enum SendResult {
  case done(StoreResult)
  /// The key is known; the journal has the stored response.
  case repeats(key: String)
  /// The plan of a history move is missing, or the session has changed since it was read.
  case needsPlan
  /// The screens that the request may make again have not been looked up.
  case needsGoneScreens
}

extension SessionStore {
  /// Carries out a request. The outcome is delivered once it is durable.
  ///
  /// - Parameter plan: The plan of an undo, redo or jump, or the reason that there is none.
  func send(
    _ request: ActionRequest, plan: Result<HistoryPlan, OutcomeError>? = nil, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> SendResult {
    state.withLock { state in send(request, plan: plan, &state, environment, answer: answer) }
  }

  /// Carries out a request on the locked state.
  func send(
    _ request: ActionRequest, plan: Result<HistoryPlan, OutcomeError>?, _ state: inout State,
    _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> SendResult {
    let now = environment.now()
    switch obstacle(to: request, at: now, &state, environment) {
    case nil: break
    case .unloaded: return .done(.retired)
    case .repetition(let key): return .repeats(key: key)
    case .outcome(let outcome): return .done(.answered(outcome))
    case .outcomeOfPending(let outcome): return .done(state.afterPending(outcome, answer))
    }
    let app = begin(at: now, &state, environment.limits)
    if let refused = app.refusal(of: request, state.undoState) {
      return .done(refuse(refused, request, &state, environment, answer))
    }
    if request.needsGoneScreens(of: app, in: state.draft.tree) { return .needsGoneScreens }
    if request.isDryRun, request.amendment == nil {
      return .done(dryRun(of: request, app, &state, environment, answer))
    }
    guard request.historyMove == nil else { return move(request, plan: plan, &state, environment, answer) }
    return .done(reduce(request, by: app, &state, environment, answer))
  }

  /// The reason that a request is not carried out.
  enum Obstacle {
    case unloaded
    case repetition(key: String)
    case outcome(Outcome)
    /// An outcome that depends on the pending writes.
    case outcomeOfPending(Outcome)
  }

  /// Returns the obstacle to a request of any kind; nil: there is none.
  func obstacle(
    to request: ActionRequest, at now: Int64, _ state: inout State, _ environment: SessionEnvironment
  ) -> Obstacle? {
    if state.isRetired { return .unloaded }
    // The deletion may be pending, and fail.
    if state.isDeleted { return .outcomeOfPending(.notFound) }
    // Before the lease and the precondition: a repeated request gets its first answer, whatever has happened since
    // (decision 0004).
    if let key = request.key {
      switch state.idempotencyRecords.status(of: key, now - environment.limits.idempotencyLifetime) {
      case .new: break
      case .running: return .outcome(.keyInProgress)
      case .reused: return .outcome(.keyReused)
      case .completed: return .repetition(key: key.text)
      }
    }
    // Before `If-Match`: preconditions do not count for a request that would fail without them (RFC 9110 §13.2.1).
    // The lease is no part of the state, so the answer does not wait for pending changes.
    if state.lease != nil, let lease = state.lease.blocking(request.lease, at: now) {
      return .outcome(.locked(lease, at: now))
    }
    if let precondition = request.precondition, !precondition.holds(at: state.revision) {
      return .outcomeOfPending(.preconditionFailed(revision: state.revision))
    }
    guard state.pending.count < environment.limits.waitingActions else {
      environment.actions.countBusy()
      return .outcome(.sessionBusy(waiting: state.pending.count))
    }
    return nil
  }

  /// Carries out the actions of a request.
  private func reduce(
    _ request: ActionRequest, by app: App, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    if let message = request.message { state.draft.send(message) }
    do throws(ActionError) {
      guard try request.reduce(&state.draft, by: app, environment.limits, within: environment.steps) else {
        state.draft.rollBack()
        return .costly
      }
    } catch {
      state.draft.rollBack()
      return refuse(error, request, &state, environment, answer)
    }
    return finish(request, in: app, &state, environment, answer)
  }

  /// Answers a refused request, and tells the subscribers.
  func refuse(
    _ refused: ActionError, _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    // The store may lack commits of other nodes. The request is sent again after a check, so this is neither counted
    // nor announced.
    if state.commits?.isProvisional == true { return .answered(.refused(refused)) }
    environment.actions.count(refused)
    announce(refused, request, &state, environment)
    return record(.refused(refused), request, &state, environment, answer)
  }

  /// Commits the draft, or answers that nothing changed.
  func finish(
    _ request: ActionRequest, plan: HistoryPlan? = nil, in app: App, _ state: inout State,
    _ environment: SessionEnvironment, _ answer: @escaping Answer
  ) -> StoreResult {
    guard !state.draft.isEmpty else {
      // The next change may begin at another screen, by commits of other nodes or the failure of pending ones.
      state.draft.rollBack()
      if state.commits?.isProvisional == true { return .answered(.unchanged) }
      environment.actions.countNoChange()
      if request.batch != nil { return state.afterPending(.unchanged, answer) }
      let receipt = receipt(changed: false, edits: [], outputs: [], request, &state)
      return record(.receipt(receipt, revision: state.revision), request, &state, environment, answer)
    }
    guard state.draft.messages.isEmpty || environment.reserve(for: state.draft) else {
      state.draft.rollBack()
      environment.actions.countBusy()
      return .answered(.mailboxFull(limit: environment.limits.mailbox))
    }
    app.restartIdle(&state.draft)
    // Long outputs take the disk rather than a processor, so the thread rests after its turn (decision 0091).
    if let turns = environment.turns, turns.runsHere { turns.owe(forWriting: state.draft.outputBytes) }
    return commit(request, plan: plan, &state, environment, answer)
  }

  // MARK: History moves

  private func move(
    _ request: ActionRequest, plan: Result<HistoryPlan, OutcomeError>?, _ state: inout State,
    _ environment: SessionEnvironment, _ answer: @escaping Answer
  ) -> SendResult {
    switch plan {
    case .success(let plan) where plan.origin == state.revision:
      return .done(move(request, plan: plan, &state, environment, answer))
    case .failure(let error) where request.amendment != nil:
      guard case .refused(let refused) = error.outcome else { return .done(.answered(error.outcome)) }
      return .done(refuse(refused, request, &state, environment, answer))
    case .failure(let error): return .done(.answered(error.outcome))
    case .success, nil: return refuseMove(request, &state, environment, answer)
    }
  }

  private func move(
    _ request: ActionRequest, plan: HistoryPlan, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    if let amended = plan.amended { return amend(request, plan, amended, &state, environment, answer) }
    let size = state.draft.tree.size
    do throws(EditMismatch) {
      try state.draft.apply(plan.diff)
    } catch {
      state.draft.rollBack()
      return .answered(.failed(.damaged("The history of the session \(id.text) does not fit its state: \(error).")))
    }
    // A migration may lie on the way.
    guard let app = apps[state.appVersion] else {
      let version = state.appVersion
      state.draft.rollBack()
      return .answered(.failed(.damaged("The revision needs `\(apps.name)` version \(version), which is not loaded.")))
    }
    // Undo and redo commit even between equal states; a jump that changes nothing and ends no call is not committed.
    if plan.stateOf != nil || state.calls.contains(where: plan.ends) {
      app.restartIdle(&state.draft)
      return commit(request, plan: plan, &state, environment, answer)
    }
    if state.draft.cancelsOut(from: size) { state.draft.rollBack() }
    return finish(request, plan: plan, in: app, &state, environment, answer)
  }

  private func amend(
    _ request: ActionRequest, _ plan: HistoryPlan, _ amended: AmendedSession, _ state: inout State,
    _ environment: SessionEnvironment, _ answer: @escaping Answer
  ) -> StoreResult {
    let request = request.with(report: amended.report)
    let app = app(amended.tree.appVersion)
    if request.isDryRun {
      var trial = state
      trial.draft.become(amended)
      let outcome = outcome(of: request, trial, app, environment, isChange: !amended.isSame)
      return state.afterPending(outcome, answer)
    }
    state.draft.become(amended)
    // Another action is a change even if the state is equal: later amendments start from it.
    guard state.draft.isEmpty, !amended.isSame else {
      return finish(request, plan: plan, in: app, &state, environment, answer)
    }
    app.restartIdle(&state.draft)
    return commit(request, plan: plan, &state, environment, answer)
  }

  /// Refuses a history move that is impossible, or asks for its plan.
  private func refuseMove(
    _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> SendResult {
    guard let historyMove = request.historyMove, state.pending.isEmpty else { return .needsPlan }
    do throws(OutcomeError) {
      _ = try HistoryQuery(historyMove, from: state)
      return .needsPlan
    } catch {
      guard case .refused(let refused) = error.outcome else { return .done(.answered(error.outcome)) }
      return .done(refuse(refused, request, &state, environment, answer))
    }
  }

  // MARK: Other requests

  /// Begins a change at `now`. Time never decreases within a session.
  ///
  /// - Returns: The app that the session runs on.
  @discardableResult
  func begin(at now: Int64, _ state: inout State, _ limits: SessionLimits) -> App {
    state.draft.begin(at: max(now, state.updatedAt), timers: limits.timers)
    let app = app(state.appVersion)
    if app.hasLogic || app.readsContext { state.draft.session = context(of: state) }
    return app
  }

  /// The identity of the session, for expressions.
  func context(of state: borrowing State) -> SessionContext {
    SessionContext(
      id: id.text, key: state.metadata.key, labels: state.metadata.labels, revision: state.revision,
      initialData: state.metadata.initialData,
      calls: state.calls.count, namedCalls: state.calls.isEmpty ? [] : state.calls.compactMap(\.name))
  }

  /// Answers with the outcome that a request would have now. Works on a copy of the state: nothing is changed, counted,
  /// stored or sent, and no id is used up.
  private func dryRun(
    of request: ActionRequest, _ app: App, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    if let historyMove = request.historyMove { return state.afterPending(dryRun(of: historyMove, state), answer) }
    var trial = state
    do throws(ActionError) {
      guard try request.reduce(&trial.draft, by: app, environment.limits, within: environment.steps) else {
        return .costly
      }
    } catch {
      return state.afterPending(.refused(error), answer)
    }
    return state.afterPending(outcome(of: request, trial, app, environment), answer)
  }

  /// Returns the outcome of a dry run.
  ///
  /// - Parameters:
  ///   - trial: A copy of the state, with the actions on its draft.
  ///   - isChange: Whether the request makes a revision even if the draft is empty.
  func outcome(
    of request: ActionRequest, _ trial: State, _ app: App, _ environment: SessionEnvironment, isChange: Bool = false
  ) -> Outcome {
    var state = trial
    guard isChange || !state.draft.isEmpty else {
      if request.batch != nil { return .unchanged }
      let receipt = receipt(changed: false, edits: [], outputs: [], request, &state)
      return .receipt(receipt, revision: state.revision)
    }
    guard environment.reserve(for: state.draft) else { return .mailboxFull(limit: environment.limits.mailbox) }
    // The reservation was only to find out whether there is room.
    environment.messageDispatcher.release(state.draft.mailboxEntries)
    app.restartIdle(&state.draft)
    let refused = state.draft.dropped.map(StoredRefusal.init)
    let (edits, outputs) = state.advance()
    let receipt = receipt(
      changed: true, edits: edits, outputs: outputs, refused: refused, request, &state)
    return .receipt(receipt, revision: state.revision)
  }

  /// Returns whether an undo is possible. The receipt is empty: only batch jobs try undo out.
  private func dryRun(of historyMove: HistoryMove, _ state: State) -> Outcome {
    do throws(OutcomeError) {
      _ = try HistoryQuery(historyMove, from: state)
      return .receipt([], revision: state.revision + 1)
    } catch {
      return error.outcome
    }
  }
}
