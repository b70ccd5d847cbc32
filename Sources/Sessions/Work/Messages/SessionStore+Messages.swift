import JSON
import Navigation

// Messages from and to other sessions.
extension SessionStore {
  /// Carries out a message from another session. The resulting change also deletes the message; without a change, the
  /// caller has to dismiss it.
  func receive(
    _ message: MessageRow, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    whilePresent(answer) { state in
      // A lease is not respected: it binds clients only, and would hold up the messages behind this one
      // (decision 0043).
      let app = begin(at: environment.now(), &state, environment.limits)
      do throws(ActionError) {
        let request = try ActionRequest(message)
        if message.chain > MessageDispatcher.longestChain {
          state.slowedChains.record(.messages, length: message.chain, request.actions.first, at: environment.now())
        }
        if app.readsContext { state.draft.session.sender = message.sender.text }
        guard
          try request.reduce(&state.draft, by: app, environment.limits, from: .session, within: environment.steps)
        else {
          state.draft.rollBack()
          return .costly
        }
        // No revision for a message without effect; the caller deletes its row.
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
  func record(
    _ undelivered: Undelivered, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    whilePresent(answer) { state in
      let app = begin(at: environment.now(), &state, environment.limits)
      app.fixIdleTime(&state.draft, lastChange: state.updatedAt)
      let request = ActionRequest(dropped: undelivered.message)
      return commit(request, refused: undelivered.refused ?? .noRecipient, &state, environment, answer)
    }
  }
}
