import Navigation

/// The evaluation of a request on a copy of its session, without the session's lock.
struct Trial: Sendable {
  fileprivate var draft: Draft
  fileprivate let app: App
  private var reduction: Reduction
  private let limits: SessionLimits
  fileprivate let basis: SessionStore.Basis
  fileprivate var refused: ActionError?

  fileprivate init(
    of request: ActionRequest, on draft: Draft, by app: App, _ limits: SessionLimits, from basis: SessionStore.Basis
  ) {
    reduction = Reduction(of: request, on: draft)
    (self.draft, self.app, self.limits, self.basis) = (draft, app, limits, basis)
  }

  /// Evaluates for a turn.
  ///
  /// - Returns: Whether the evaluation is complete.
  mutating func run() -> Bool {
    do throws(ActionError) {
      return try reduction.run(&draft, by: app, limits, within: TurnQueue.stepsOfTurn, pauses: true)
    } catch {
      refused = error
      return true
    }
  }
}

extension SessionStore {
  /// The state that a copy was made of.
  struct Basis: Equatable {
    fileprivate let revision: Int
    /// Distinguishes the states of a revision, of which one was rolled back.
    fileprivate let submitted: Int
    fileprivate let position: CommitToken?

    fileprivate init(_ state: borrowing State) {
      (revision, submitted) = (state.revision, state.submitted)
      position = state.pending.isEmpty ? state.commits?.position.token : nil
    }
  }

  /// Begins to evaluate a request on a copy.
  ///
  /// - Returns: nil: it has to be sent, which finds what prevents it.
  func tryOut(_ request: ActionRequest, _ environment: SessionEnvironment) -> Trial? {
    state.withLock { state in
      let now = environment.now()
      guard request.historyMove == nil, obstacle(to: request, at: now, &state, environment) == nil else { return nil }
      let app = begin(at: now, &state, environment.limits)
      guard app.refusal(of: request, state.undoState) == nil, !request.needsGoneScreens(of: app, in: state.draft.tree)
      else { return nil }
      var draft = state.draft
      if let message = request.message { draft.send(message) }
      return Trial(of: request, on: draft, by: app, environment.limits, from: Basis(state))
    }
  }

  /// Carries out a request that was evaluated on a copy.
  ///
  /// - Returns: nil: the session has changed since, or something prevents the request.
  func carryOut(
    _ request: ActionRequest, evaluatedAs trial: Trial, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult? {
    state.withLock { state in
      // Checked again: a lease, a running key or other load may have come since, none of which is in the basis.
      guard trial.basis == Basis(state), obstacle(to: request, at: environment.now(), &state, environment) == nil
      else { return nil }
      if request.isDryRun {
        var copy = state
        copy.draft = trial.draft
        let outcome = trial.refused.map(Outcome.refused) ?? outcome(of: request, copy, trial.app, environment)
        return state.afterPending(outcome, answer)
      }
      if let refused = trial.refused { return refuse(refused, request, &state, environment, answer) }
      state.draft = trial.draft
      return finish(request, in: trial.app, &state, environment, answer)
    }
  }
}
