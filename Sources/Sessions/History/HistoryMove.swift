/// A move through a session's history: undo, redo, jump or an amendment. It appends a revision, like every change.
package enum HistoryMove: Sendable, Equatable {
  /// Undoes the last changes, at most as many as there are.
  case undo(steps: Int)
  /// Redoes undone changes, at most as many as there are.
  case redo(steps: Int)
  /// Restores the state of an earlier revision, as a new change: it can be undone, and nothing can be redone after it.
  case jump(revision: Int)
  /// Makes an earlier change by another action, and then the later ones again, as one new change.
  case amend(Amendment)
}
