import JSON
import Navigation

extension SessionStore {
  /// Makes revision 2 of a new session, with the outputs and messages of its start; nil when there are none.
  ///
  /// Revision 1 is in the tables, not among the changes, so it cannot have outputs. Revision 2 has the state of
  /// revision 1, so it is not a step of undo. The store must not be used before the change is durable.
  func begin(sending start: borrowing Draft) -> Change? {
    guard !start.outputs.isEmpty || !start.messages.isEmpty else { return nil }
    return state.withLock { state in
      state.draft.begin(at: state.updatedAt)
      for output in start.outputs { state.draft.send(output) }
      for message in start.messages { state.draft.send(message) }
      let messages = state.draft.messageSteps(carryingOut: nil)
      let plan = HistoryPlan(origin: 1, way: TreeWay(from: state.draft.tree), target: 1, stateOf: 1, undone: [])
      let (edits, outputs) = state.advance(along: plan)
      let change = Change(
        session: id, revision: state.revision, at: state.updatedAt, actor: nil, sent: Self.start, edits: edits,
        outputs: outputs, refused: nil, stateOf: plan.stateOf, keeping: nil, messages: messages, calls: [], batch: nil,
        travelled: nil, recent: &state.recentSteps)
      state.historyBytes += change.historyBytes
      state.dirtyRows.note(edits)
      return change
    }
  }

  /// The action of the change in the history.
  private static let start = JSONValue.object(["type": "start"]).bytes
}
