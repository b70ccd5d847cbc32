import JSON
import Navigation

// Answers to calls.
extension SessionStore {
  /// Performs the action for the answer to a call, if the call still waits. One change deletes the call and performs the
  /// action; if the action is refused, the change only deletes the call and records the refusal.
  ///
  /// - Parameter refused: The refusal of the action, found in an attempt before.
  func applyAnswer(
    _ given: CallAnswer, of call: CallRow, refusing refused: ActionError? = nil, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    whilePresent(answer) { state in
      guard state.calls.contains(where: { $0.key == call.key }) else { return state.afterPending(.unchanged, answer) }
      let app = begin(at: environment.now(), &state, environment.limits)
      guard let (request, refused) = reduce(given, of: call, refusing: refused, app, &state, environment) else {
        return .costly
      }
      if call.chain > MessageDispatcher.longestChain {
        state.slowedChains.record(.calls, length: call.chain, request.actions.first, at: environment.now())
      }
      // An answer is no action of a client, so it does not restart the idle rule (decision 0010).
      app.fixIdleTime(&state.draft, lastChange: state.updatedAt)
      return commit(request, answering: call, refused: refused, &state, environment, answer)
    }
  }

  /// Performs the action for an answer on the draft, or leaves the draft as it was.
  ///
  /// - Returns: nil: it takes more steps than this thread may take.
  private func reduce(
    _ given: CallAnswer, of call: CallRow, refusing refused: ActionError?, _ app: App, _ state: inout State,
    _ environment: SessionEnvironment
  ) -> (request: ActionRequest, refused: ActionError?)? {
    // What follows from the answer belongs to the trace of the change that asked.
    let span = environment.tracer?.span(of: call.revision, of: call.session.text)
    var request = ActionRequest(answering: call, [], sent: JSONValue.object(CallReply.unfilled).bytes, in: span)
    var fallback: CallAnswer?
    do throws(ActionError) {
      let stored = try CallReply(of: call.waiting)
      fallback = stored.fallback(from: given)
      if let refused { throw refused }
      let reply = try stored.renamed(along: apps.versions(from: stored.version, to: app.version))
      request = try ActionRequest(answering: call, reply, with: given, in: span, app, state.draft)
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
      environment.callScheduler.reportRefused(error, call)
      guard let fallback else { return (request, error) }
      return reduce(fallback, of: call, refusing: nil, app, &state, environment)
    }
  }
}
