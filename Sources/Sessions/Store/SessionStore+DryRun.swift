import Navigation

extension SessionStore {
  /// Returns the outcome that a request would have now. Works on a copy of the state: nothing is changed, counted,
  /// stored or sent, and no id is used up.
  func dryRun(of request: ActionRequest, _ state: State, _ environment: SessionEnvironment) -> Outcome {
    var state = state
    do throws(Refused) {
      try reduce(request, &state, environment.limits)
    } catch {
      return .refused(error)
    }
    guard !state.draft.isEmpty else {
      let receipt = receipt(changed: false, edits: [], outputs: [], request.wantsSession, &state)
      return .receipt(receipt, revision: state.revision)
    }
    guard state.reserve(environment) else { return .mailboxFull(limit: environment.limits.mailbox) }
    environment.messageDispatcher.release(state.draft.messages.compactMap { SessionID($0.recipient) })
    restartIdle(&state)
    let (edits, outputs) = state.advance()
    let receipt = receipt(changed: true, edits: edits, outputs: outputs, request.wantsSession, &state)
    return .receipt(receipt, revision: state.revision)
  }
}
