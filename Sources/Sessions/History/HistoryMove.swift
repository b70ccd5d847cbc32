import JSON
import Navigation

/// A move through a session's history: undo, redo or jump. It appends a revision, like every change.
package enum HistoryMove: Sendable, Equatable {
  /// Undoes the last changes, at most as many as there are.
  case undo(steps: Int)
  /// Redoes undone changes, at most as many as there are.
  case redo(steps: Int)
  /// Restores the state of an earlier revision, as a new change: it can be undone, and nothing can be redone after it.
  case jump(revision: Int)
}

/// The start and target of a history move, from which the journal query is derived.
struct HistoryQuery: Sendable {
  let historyMove: HistoryMove
  let origin: Int
  let undoState: UndoState
  /// The session's tree, without pending changes.
  let tree: Tree
  /// The revisions whose states can be redone, the next one last; nil: unknown.
  let undone: [Int]?

  init(_ historyMove: HistoryMove, from state: borrowing SessionStore.State) throws(HistoryError) {
    self.historyMove = historyMove
    origin = state.revision
    undoState = state.undoState
    tree = state.draft.tree
    undone = undoState.canRedo ? state.undone : []
    switch historyMove {
    case .undo where !undoState.canUndo:
      throw .refused("nothing-to-undo", "The session has its first state; there is nothing to undo.")
    case .redo where !undoState.canRedo || undone.map { ($0.last ?? 0) < undoState.oldest } ?? false:
      throw .refused("nothing-to-redo", "Nothing was undone since the last change; there is nothing to redo.")
    case .jump(let revision) where revision < undoState.oldest:
      throw HistoryError(outcome: .pruned(revision, oldest: undoState.oldest))
    case .jump(let revision) where revision > origin:
      throw HistoryError(outcome: .noSuchRevision(revision, last: origin))
    default: break
    }
  }

  /// The refusal when the changes to redo were pruned.
  var refusedIfPruned: Refused? {
    guard case .redo = historyMove, undoState.oldest > 1 else { return nil }
    return .forbidden("nothing-to-redo", "What was undone is not kept any more; there is nothing to redo.")
  }
}

/// The reason that a history move is impossible.
struct HistoryError: Error {
  let outcome: Outcome

  fileprivate static func refused(_ code: String, _ detail: String) -> HistoryError {
    HistoryError(outcome: .refused(.forbidden(code, detail)))
  }
}
