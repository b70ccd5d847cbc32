import Navigation

/// Where a session stands in its own past. Going back and forth appends revisions; this tells which states they have.
package struct UndoState: Sendable, Equatable {
  /// The revision whose state the session has: its last one, or one that it was taken back to.
  package var shown: Int
  /// The revision that made the newest state, which `redo` leads to in the end.
  package var tip: Int
  /// The oldest revision whose state can be gone back to: the changes before it were pruned, the one that made it is kept.
  package var oldest: Int

  package init(shown: Int, tip: Int, oldest: Int) {
    self.shown = shown
    self.tip = tip
    self.oldest = oldest
  }

  /// Of a session that was never taken back.
  package init(at revision: Int) {
    self.init(shown: revision, tip: revision, oldest: 1)
  }

  /// No session counts so far: a number beyond it was not counted here.
  package static let largest = Tree.largestNumber

  var canUndo: Bool { shown > oldest }
  var canRedo: Bool { shown != tip && tip >= oldest }

  /// Goes on by one revision.
  ///
  /// - Parameter state: The revision whose state it has; nil: a new state, after which nothing can be redone.
  mutating func append(_ revision: Int, stateOf state: Int?) {
    shown = state ?? revision
    if state == nil { tip = revision }
  }
}
