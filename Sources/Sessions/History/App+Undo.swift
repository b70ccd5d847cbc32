import Navigation
import Reduction

extension App {
  /// The refusal of an undo, redo or jump that the definition does not allow to clients; nil when it is allowed.
  func refusal(of request: ActionRequest, _ undoState: UndoState) -> ActionError? {
    guard let move = request.historyMove, !request.isFromBackend else { return nil }
    return refusal(of: move, undoState)
  }

  /// The refusal of an undo, redo or jump by a client, or of a fork at the revision of a jump.
  func refusal(of move: HistoryMove, _ undoState: UndoState) -> ActionError? {
    guard undo != .all else { return nil }
    guard case .limited(let limit) = undo else { return .undoOff(name) }
    let back = move.stepsBack(from: undoState)
    return back <= limit ? nil : .beyondUndoLimit(back, limit)
  }

  /// The revisions whose changes may be amended, unless undo or the like made them or the session began anew after them; nil:
  /// none.
  ///
  /// - Parameter imported: The last revision that came with an import.
  func amendable(
    _ undoState: UndoState, after imported: Int, upTo revision: Int, isFromBackend: Bool
  ) -> ClosedRange<Int>? {
    var first = max(undoState.oldest + 1, imported + 1, revision - Amendment.mostChanges)
    if !isFromBackend {
      if undo == .none { return nil }
      if case .limited(let limit) = undo { first = max(first, undoState.shown - limit + 1) }
    }
    return first <= revision ? first...revision : nil
  }

  /// The refusal to show earlier revisions to clients; nil when the definition allows it.
  package var refusalOfPast: ActionError? { undo == .none ? .undoOff(name) : nil }
}

extension HistoryMove {
  /// The number of revisions back; 0 forward.
  fileprivate func stepsBack(from state: UndoState) -> Int {
    switch self {
    case .undo(let steps): steps
    case .redo: 0
    case .jump(let revision): max(0, state.shown - revision)
    case .amend(let amendment): max(0, state.shown - amendment.revision + 1)
    }
  }
}

extension ActionError {
  fileprivate static func undoOff(_ app: String) -> ActionError {
    ActionError(
      Refusal(
        code: "undo-off",
        detail:
          "History is disabled for clients of the app `\(app)`: no undo, redo, jump, amend, revisions or export. Use the admin "
          + "token or a session token of the role `backend`.", kind: .role, isFinal: true))
  }

  fileprivate static func beyondUndoLimit(_ steps: Int, _ limit: Int) -> ActionError {
    ActionError(
      Refusal(
        code: "undo-off",
        detail: "Clients of this app can go back at most \(limit) revisions; the request goes back \(steps).",
        kind: .role, isFinal: true))
  }
}
