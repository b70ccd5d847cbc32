import JSON
import Navigation

/// The result of sending a request to a store.
enum SendResult {
  case done(StoreResult)
  /// The key is known; the journal has the stored response.
  case repeats(key: String)
  /// The plan of a history move is missing, or the session has changed since it was read.
  case needsPlan
}

extension SessionStore {
  /// Carries out a request. The outcome is delivered once it is durable.
  ///
  /// - Parameter plan: The plan of an undo, redo or jump, or the reason that there is none.
  func send(
    _ request: ActionRequest, along plan: Result<HistoryPlan, HistoryError>? = nil, _ environment: SessionEnvironment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) -> SendResult {
    state.withLock { state in send(request, along: plan, &state, environment, answer: answer) }
  }

  /// Carries out a request on the locked state.
  func send(
    _ request: ActionRequest, along plan: Result<HistoryPlan, HistoryError>?, _ state: inout State,
    _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void
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
    if request.isDryRun { return .done(dryRun(of: request, app, &state, environment, answer)) }
    guard request.historyMove == nil else { return move(request, along: plan, &state, environment, answer) }
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
    if state.isDeleted { return .outcomeOfPending(.notFound) }
    if let key = request.key {
      switch state.answers.status(of: key, now - environment.limits.keptAnswers) {
      case .new: break
      case .running: return .outcome(.keyInProgress)
      case .reused: return .outcome(.keyReused)
      case .completed: return .repetition(key: key.text)
      }
    }
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
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    if let message = request.message { state.draft.send(message) }
    do throws(Refused) {
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
    _ refused: Refused, _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    if state.shared?.isProvisional == true { return .answered(.refused(refused)) }
    environment.actions.count(refused)
    announce(refused, request, &state, environment)
    return keep(.refused(refused), request, &state, environment, answer)
  }

  /// Commits the draft, or answers that nothing changed.
  func finish(
    _ request: ActionRequest, along plan: HistoryPlan? = nil, in app: App, _ state: inout State,
    _ environment: SessionEnvironment, _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    guard !state.draft.isEmpty else {
      if state.shared?.isProvisional == true { return .answered(.unchanged) }
      environment.actions.countNoChange()
      if request.batch != nil { return state.afterPending(.unchanged, answer) }
      let receipt = receipt(changed: false, edits: [], outputs: [], request.wantsSession, &state)
      return keep(.receipt(receipt, revision: state.revision), request, &state, environment, answer)
    }
    guard state.draft.messages.isEmpty || environment.reserve(for: state.draft) else {
      state.draft.rollBack()
      environment.actions.countBusy()
      return .answered(.mailboxFull(limit: environment.limits.mailbox))
    }
    app.restartIdle(&state.draft)
    if let turns = environment.turns, turns.runsHere { turns.owe(forWriting: state.draft.outputBytes) }
    return commit(request, along: plan, &state, environment, answer)
  }

  // MARK: History moves

  private func move(
    _ request: ActionRequest, along plan: Result<HistoryPlan, HistoryError>?, _ state: inout State,
    _ environment: SessionEnvironment, _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> SendResult {
    switch plan {
    case .success(let plan) where plan.origin == state.revision:
      return .done(move(request, along: plan, &state, environment, answer))
    case .failure(let error): return .done(.answered(error.outcome))
    case .success, nil: return refuseMove(request, &state, environment, answer)
    }
  }

  private func move(
    _ request: ActionRequest, along plan: HistoryPlan, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    let size = state.draft.tree.size
    do throws(EditMismatch) {
      try state.draft.go(plan.way)
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
    if plan.stateOf != nil || state.calls.contains(where: { $0.revision > plan.target }) {
      app.restartIdle(&state.draft)
      return commit(request, along: plan, &state, environment, answer)
    }
    if state.draft.cancelsOut(from: size) { state.draft.rollBack() }
    return finish(request, along: plan, in: app, &state, environment, answer)
  }

  /// Refuses a history move that is impossible, or asks for its plan.
  private func refuseMove(
    _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> SendResult {
    guard let historyMove = request.historyMove, state.pending.isEmpty else { return .needsPlan }
    do throws(HistoryError) {
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
      calls: state.calls.count)
  }

  /// Answers with the outcome that a request would have now. Works on a copy of the state: nothing is changed, counted,
  /// stored or sent, and no id is used up.
  private func dryRun(
    of request: ActionRequest, _ app: App, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    if let historyMove = request.historyMove { return state.afterPending(dryRun(of: historyMove, state), answer) }
    var trial = state
    do throws(Refused) {
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
  /// - Parameter trial: A copy of the state, with the actions on its draft.
  func outcome(of request: ActionRequest, _ trial: State, _ app: App, _ environment: SessionEnvironment) -> Outcome {
    var state = trial
    guard !state.draft.isEmpty else {
      if request.batch != nil { return .unchanged }
      let receipt = receipt(changed: false, edits: [], outputs: [], request.wantsSession, &state)
      return .receipt(receipt, revision: state.revision)
    }
    guard environment.reserve(for: state.draft) else { return .mailboxFull(limit: environment.limits.mailbox) }
    environment.messageDispatcher.release(state.draft.mailboxEntries)
    app.restartIdle(&state.draft)
    let refused = state.draft.dropped.map(RecordedRefusal.init)
    let (edits, outputs) = state.advance()
    let receipt = receipt(
      changed: true, edits: edits, outputs: outputs, refused: refused, request.wantsSession, &state)
    return .receipt(receipt, revision: state.revision)
  }

  /// Returns whether an undo is possible. The receipt is empty: only batch jobs try undo out.
  private func dryRun(of historyMove: HistoryMove, _ state: State) -> Outcome {
    do throws(HistoryError) {
      _ = try HistoryQuery(historyMove, from: state)
      return .receipt([], revision: state.revision + 1)
    } catch {
      return error.outcome
    }
  }

  /// Carries out a message from another session. The resulting change also deletes the message; without a change, the
  /// caller has to dismiss it.
  func receive(
    _ message: MessageRow, _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let app = begin(at: environment.now(), &state, environment.limits)
      do throws(Refused) {
        let request = try ActionRequest(message)
        if message.chain > MessageDispatcher.longestChain {
          state.slowedChains.note(.messages, length: message.chain, request.actions.first, at: environment.now())
        }
        if app.readsContext { state.draft.session.sender = message.sender.text }
        guard
          try request.reduce(&state.draft, by: app, environment.limits, from: .session, within: environment.steps)
        else {
          state.draft.rollBack()
          return .costly
        }
        guard !state.draft.isEmpty else {
          environment.actions.countNoChange()
          return state.afterPending(.unchanged, answer)
        }
        try environment.reserveOrRefuse(for: state.draft)
        app.restartIdle(&state.draft)
        return commit(request, carryingOut: message, &state, environment, answer)
      } catch {
        environment.actions.count(error)
        state.draft.rollBack()
        announce(error, ActionRequest(refused: message), &state, environment)
        return state.afterPending(.refused(error), answer)
      }
    }
  }

  /// Records that a message of the session was dropped: a change with the reason and without effect.
  func note(
    _ undelivered: Undelivered, _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let app = begin(at: environment.now(), &state, environment.limits)
      app.standIdle(&state.draft, lastChange: state.updatedAt)
      let request = ActionRequest(dropped: undelivered.message)
      return commit(request, refused: undelivered.refused ?? .noRecipient, &state, environment, answer)
    }
  }

  // MARK: Answers to calls

  /// Performs the action for the answer to a call, if the call still waits. One change deletes the call and performs the
  /// action; if the action is refused, the change only deletes the call and records the refusal.
  ///
  /// - Parameter refused: The refusal of the action, found in an attempt before.
  func take(
    _ given: CallAnswer, of call: CallRow, refusing refused: Refused? = nil, _ environment: SessionEnvironment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      guard state.calls.contains(where: { $0.key == call.key }) else { return state.afterPending(.unchanged, answer) }
      let app = begin(at: environment.now(), &state, environment.limits)
      guard let (request, refused) = reduce(given, of: call, refusing: refused, app, &state, environment) else {
        return .costly
      }
      if call.chain > MessageDispatcher.longestChain {
        state.slowedChains.note(.calls, length: call.chain, request.actions.first, at: environment.now())
      }
      app.standIdle(&state.draft, lastChange: state.updatedAt)
      return commit(request, answering: call, refused: refused, &state, environment, answer)
    }
  }

  /// Performs the action for an answer on the draft, or leaves the draft as it was.
  ///
  /// - Returns: nil: it takes more steps than this thread may take.
  private func reduce(
    _ given: CallAnswer, of call: CallRow, refusing refused: Refused?, _ app: App, _ state: inout State,
    _ environment: SessionEnvironment
  ) -> (request: ActionRequest, refused: Refused?)? {
    var request = ActionRequest(answering: call, [], sent: JSONValue.object(CallReply.unfilled).bytes)
    do throws(Refused) {
      if let refused { throw refused }
      let stored = try CallReply(of: call.waiting)
      let reply = try stored.renamed(along: apps.versions(from: stored.version, to: app.version))
      request = try ActionRequest(answering: call, reply, with: given, app, state.draft)
      guard try request.reduce(&state.draft, by: app, environment.limits, from: .server, within: environment.steps)
      else {
        state.draft.rollBack()
        return nil
      }
      try environment.reserveOrRefuse(for: state.draft)
      return (request, nil)
    } catch {
      environment.actions.count(error)
      state.draft.rollBack()
      announce(error, request, &state, environment)
      return (request, error)
    }
  }
}
