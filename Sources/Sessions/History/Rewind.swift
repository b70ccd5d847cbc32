import Navigation

/// A session's tree on its way back to an earlier revision.
struct Rewind: PastVisitor {
  private var draft: Draft
  private var revision: Int
  private let target: Int

  /// - Parameter revision: The one whose tree it is; not before `target`.
  init(_ tree: Tree, from revision: Int, to target: Int) {
    draft = Draft(tree)
    self.revision = revision
    self.target = target
  }

  /// The request for the changes to be taken back.
  func query(_ session: SessionID) -> PastQuery? {
    guard target < revision else { return nil }
    return PastQuery(session: session, selection: .descending(target + 1...revision), content: .steps)
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    guard change.revision == revision else { throw .missing(revision) }
    try draft.revert(change)
    if change.part.isLast { revision -= 1 }
  }

  /// The tree at the end.
  func finish() throws(CorruptSession) -> Tree {
    guard revision == target else { throw .missing(revision) }
    do throws(EditMismatch) {
      try draft.tree.checkShape()
    } catch {
      throw CorruptSession(detail: "the changes after revision \(target) lead back to no tree: \(error)")
    }
    return draft.tree
  }
}
