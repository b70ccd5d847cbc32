import Navigation

extension SessionStore {
  /// What a request would be told if it were carried out now. On a copy of the state, which is dropped: nothing is
  /// changed, counted, kept or sent, and no id is used up.
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
