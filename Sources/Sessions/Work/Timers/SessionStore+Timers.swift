import JSON
import Navigation
import Support

extension SessionStore {
  /// The rows of the pending timers.
  var timerRows: [TimerRow] { state.withLock { $0.draft.tree.timers.map(TimerRow.init) } }

  /// Fires a timer if it is pending. One change removes the timer, or sets it to its next time, and carries out its action;
  /// if the action is refused, the change does only the first and records the refusal.
  ///
  /// - Parameter refused: The refusal of the action, found in an attempt before.
  func fire(
    _ id: Timer.ID, refusing refused: ActionError? = nil, in span: TraceSpan? = nil, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    withTimer(id, environment, answer) { timer, state in
      // The time of an idle timer moves with each action; that of a timer restored by undo moves by its remaining time.
      let due = timer.due(app(state.appVersion).idle, lastChange: state.updatedAt, environment.timerClock)
      // A recurring timer that has no time left.
      guard let due else { return end(timer, by: ChangeOrigin(actor: "timer"), &state, environment, answer) }
      let earliest = state.timerChains.earliest(of: id)
      if max(due, earliest) > environment.now() { return state.afterPending(.notDue(max(due, earliest)), answer) }
      if due < earliest {
        state.slowedChains.record(
          .timers, length: state.timerChains.length(of: id), timer.action, at: environment.now())
      }
      return carryOut(timer, refusing: refused, in: span, wantsSession: false, &state, environment, answer)
    }
  }

  /// Fires a timer immediately on a client's request, with the same change as if it were due.
  func fireNow(
    _ id: Timer.ID, if precondition: Precondition?, lease: String?, wantsSession: Bool, isFromBackend: Bool,
    by origin: ChangeOrigin, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    withTimer(id, environment, answer) { timer, state in
      if let obstacle = obstacle(precondition, lease, &state, environment, answer) { return obstacle }
      if !isFromBackend, let refused = app(state.appVersion).refusal(ofFiring: timer.dueAction) {
        return state.afterPending(.refused(refused), answer)
      }
      return carryOut(timer, by: origin, wantsSession: wantsSession, &state, environment, answer)
    }
  }

  /// - Parameter origin: The request that fires it; nil: it is due.
  private func carryOut(
    _ timer: Timer, refusing given: ActionError? = nil, by origin: ChangeOrigin? = nil, in span: TraceSpan? = nil,
    wantsSession: Bool,
    _ state: inout State, _ environment: SessionEnvironment, _ answer: @escaping Answer
  ) -> StoreResult {
    let (app, action) = (app(state.appVersion), timer.dueAction)
    let request = ActionRequest(
      actions: [action], sent: JSONValue.object(action.fields).bytes, wantsSession: wantsSession,
      origin: (origin ?? ChangeOrigin(span: span)).with(actor: "timer"))
    var refused: ActionError?
    let former = Set(state.draft.tree.timers.map(\.id))
    state.draft.advance(timer)
    do throws(ActionError) {
      if let given { throw given }
      guard try request.reduce(&state.draft, by: app, environment.limits, from: .server, within: environment.steps)
      else {
        state.draft.rollBack()
        return .costly
      }
      try environment.reserveOrRefuse(for: state.draft)
    } catch {
      environment.actions.count(error)
      state.draft.rollBack()
      // Of equal refusals in a row the history has the first.
      if origin == nil, timer.lastRefusal == error.refusal.code, let next = timer.next(after: state.draft.now) {
        return state.afterPending(.notDue(next), answer)
      }
      announce(error, request, &state, environment)
      refused = error
      // The rollback has also brought the timer back.
      state.draft.advance(timer, refused: error.refusal.code)
    }
    state.timerChains.extend(
      from: timer, to: state.draft.tree.timers, former: former, at: environment.now())
    // The idle rule waits for actions of clients and messages; a timer that fires does not restart it
    // (decision 0010).
    if !timer.isIdle { app.fixIdleTime(&state.draft, lastChange: state.updatedAt) }
    return commit(request, refused: refused, &state, environment, answer)
  }

  /// Returns the reason that a client's request for a timer cannot proceed, if any.
  private func obstacle(
    _ precondition: Precondition?, _ lease: String?, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult? {
    if let refusal = state.refusal(precondition, lease, environment, answer) { return refusal }
    guard state.pending.count < environment.limits.waitingActions else {
      return .answered(.sessionBusy(waiting: state.pending.count))
    }
    return nil
  }

  /// Cancels a timer on a client's request.
  func cancel(
    _ id: Timer.ID, if precondition: Precondition?, lease: String?, by origin: ChangeOrigin,
    _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    withTimer(id, environment, answer) { timer, state in
      if let obstacle = obstacle(precondition, lease, &state, environment, answer) { return obstacle }
      return end(timer, by: origin, &state, environment, answer)
    }
  }

  private func end(
    _ timer: Timer, by origin: ChangeOrigin, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    let action = Action("cancelTimer", ["timer": .string(timer.id)])
    let request = ActionRequest(actions: [action], sent: JSONValue.object(action.fields).bytes, origin: origin)
    state.draft.perform(.unschedule(timer))
    return commit(request, &state, environment, answer)
  }

  /// Calls `body` with a pending timer. If the absence of the timer depends on a pending change, the answer waits for
  /// it.
  private func withTimer(
    _ id: Timer.ID, _ environment: SessionEnvironment, _ answer: @escaping Answer,
    _ body: (Timer, inout State) -> StoreResult
  ) -> StoreResult {
    whilePresent(answer) { state in
      // A timer may be sent twice, or after it was cancelled: the session alone knows which are pending
      // (decision 0010).
      guard let timer = state.draft.tree.timer(id) else { return state.afterPending(.timerNotFound, answer) }
      begin(at: environment.now(), &state, environment.limits)
      return body(timer, &state)
    }
  }
}
