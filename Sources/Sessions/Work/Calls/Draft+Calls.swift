import Navigation

extension Draft {
  /// Returns the changes of call rows that belong to the draft.
  ///
  /// - Parameters:
  ///   - waiting: The calls of the session without an answer.
  ///   - call: The call that the change answers.
  ///   - plan: The plan of an undo, redo or jump, which ends the calls of later revisions.
  ///   - revision: The revision after the change.
  func callSteps(
    for waiting: [WaitingCall], answering call: CallRow?, plan: HistoryPlan? = nil, of session: SessionID,
    app: String, revision: Int
  ) -> [CallRowChange] {
    let leaving = waiting.contains { $0.screen != nil } ? leavingScreens : []
    let endedCalls = endedCalls
    let ended = waiting.filter { waiting in
      waiting.key == call?.key || endsCalls || plan?.ends(waiting) == true
        || waiting.screen.map(leaving.contains) ?? false || waiting.name.map(endedCalls.contains) ?? false
    }
    let remainingCalls = remainingCalls
    let chain = call.map { $0.chain + max(1, remainingCalls.count) } ?? 0
    return ended.map { .end($0.key) }
      + remainingCalls.map { .ask(CallRow($0, of: session, app: app, revision: revision, at: now, chain: chain)) }
  }

  /// The calls of the draft without those of screens that the draft removes.
  var remainingCalls: [SentCall] {
    // A later step of the same change may have removed the screen that asked.
    calls.filter { call in call.screen.map { tree.screen($0) != nil } ?? true }
  }

  /// The screens that the change removes.
  private var leavingScreens: Set<Screen.ID> {
    edits.reduce(into: []) { screens, edit in screens.formUnion(edit.leavingScreens) }
  }
}
