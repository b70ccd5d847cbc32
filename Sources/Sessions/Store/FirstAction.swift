import Navigation

/// The result of the action that comes with the creation of its session.
struct FirstAction {
  /// nil: the action changes nothing.
  let change: Change?
  /// As JSON.
  let receipt: [UInt8]
  let revision: Int
  /// The receipt for the request's idempotency key, if no change has it.
  let record: IdempotencyRecord?
}

extension SessionStore {
  /// Carries out the first action of a session that is not stored yet. The store must not be used before it is.
  func begin(with request: ActionRequest, _ environment: SessionEnvironment) throws(ActionError) -> FirstAction {
    try state.withLock { state throws(ActionError) in
      let app = begin(at: state.updatedAt, &state, environment.limits)
      // Nobody else waits for the session, so that a thread for costly work takes all steps in one turn.
      let steps = environment.turns?.runsHere == true ? .max : environment.steps
      guard try request.reduce(&state.draft, by: app, environment.limits, within: steps) else { throw .needsTurn }
      guard !state.draft.isEmpty else { return unchanged(by: request, &state) }
      app.restartIdle(&state.draft)
      let commit = makeCommit(
        request, plan: nil, carryingOut: nil, answering: nil, refused: state.draft.dropped, &state)
      state.historyBytes += commit.change.historyBytes
      if let record = commit.change.record { state.idempotencyRecords.add(record) }
      return FirstAction(change: commit.change, receipt: commit.receipt, revision: state.revision, record: nil)
    }
  }

  private func unchanged(by request: ActionRequest, _ state: inout State) -> FirstAction {
    let receipt = receipt(changed: false, edits: [], outputs: [], request, &state)
    let record = request.key.map { key in
      key.record(
        of: id, status: 200, revision: state.revision,
        body: stored(receipt: receipt, changed: false, outputs: [], request, &state), at: state.updatedAt)
    }
    if let record { state.idempotencyRecords.add(record) }
    return FirstAction(change: nil, receipt: receipt, revision: state.revision, record: record)
  }
}

extension ActionError {
  /// The action takes more steps than this thread may take.
  fileprivate static let needsTurn = ActionError.forbidden(tooCostlyCode, "The action takes too many steps.")
}
