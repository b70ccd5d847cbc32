import JSON
import Navigation

/// Where in its own past a session is to go. Appends a revision, like everything that changes a session.
package enum HistoryMove: Sendable, Equatable {
  /// Takes back the last changes; as many as there are, when there are fewer.
  case undo(steps: Int)
  /// Makes what was taken back happen again; as much as there is, when there is less.
  case redo(steps: Int)
  /// Goes to the state of an earlier revision. That is a change like any other: it can be undone, and nothing can be
  /// redone after it.
  case jump(revision: Int)
}

/// A journey before its way is known: where from, where to, and what to ask the journal.
struct HistoryQuery: Sendable {
  let historyMove: HistoryMove
  let origin: Int
  let undoState: UndoState
  /// The session's, with nothing pending.
  let tree: Tree
  /// What can be redone, the next one last; nil: not known.
  private(set) var undone: [Int]?

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

  /// The answer when what could be redone is not kept any more.
  var refusedIfPruned: Refused? {
    guard case .redo = historyMove, undoState.oldest > 1 else { return nil }
    return .forbidden("nothing-to-redo", "What was undone is not kept any more; there is nothing to redo.")
  }

  /// The same, once it is known what can be redone.
  func knowing(undone: [Int]) -> HistoryQuery {
    var historyQuery = self
    historyQuery.undone = undone
    return historyQuery
  }
}

/// Why a session cannot go somewhere.
struct HistoryError: Error {
  let outcome: Outcome

  fileprivate static func refused(_ code: String, _ detail: String) -> HistoryError {
    HistoryError(outcome: .refused(.forbidden(code, detail)))
  }
}
