import Navigation

/// The position of a session in its history. Undo and redo append revisions; this records whose state they have.
package struct UndoState: Sendable, Equatable {
  /// The revision whose state the session has: the last one, or the one restored by undo or redo.
  package var shown: Int
  /// The revision that made the newest state, the last one that `redo` can reach.
  package var tip: Int
  /// The oldest available revision. Earlier changes were pruned; the change that made this one is kept.
  package var oldest: Int

  package init(shown: Int, tip: Int, oldest: Int) {
    self.shown = shown
    self.tip = tip
    self.oldest = oldest
  }

  /// The position of a session without undone changes.
  package init(at revision: Int) {
    self.init(shown: revision, tip: revision, oldest: 1)
  }

  /// The largest number that a session can count to; larger stored numbers are invalid.
  package static let largest = Tree.largestNumber

  var canUndo: Bool { shown > oldest }
  var canRedo: Bool { shown != tip && tip >= oldest }

  /// Appends a revision.
  ///
  /// - Parameter state: The revision whose state it restores; nil: a new state, after which nothing can be redone.
  mutating func append(_ revision: Int, stateOf state: Int?) {
    shown = state ?? revision
    if state == nil { tip = revision }
  }
}
