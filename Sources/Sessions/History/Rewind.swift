import Navigation

/// Reverts a session's tree to an earlier revision, change by change.
struct Rewind: PastVisitor {
  private var draft: Draft
  /// The versions of the app on which the session ran after the target.
  private(set) var versions: Set<Int>
  private var revision: Int
  private let target: Int

  /// - Parameter revision: The revision of the tree; not before `target`.
  init(_ tree: Tree, from revision: Int, to target: Int) {
    draft = Draft(tree)
    versions = [tree.appVersion]
    self.revision = revision
    self.target = target
  }

  /// The query for the changes to revert.
  func query(_ session: SessionID) -> PastQuery? {
    guard target < revision else { return nil }
    return PastQuery(session: session, selection: .descending(target + 1...revision), content: .steps)
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    // Pages omit what was pruned since the last one, so a gap shows here only.
    guard change.revision == revision else { throw .missing(revision) }
    try draft.revert(change)
    guard change.part.isLast else { return }
    revision -= 1
    versions.insert(draft.tree.appVersion)
  }

  /// Returns the tree at the target revision.
  func finish() throws(CorruptSession) -> Tree {
    guard revision == target else { throw .missing(revision) }
    do throws(EditMismatch) {
      try draft.tree.checkShape()
    } catch {
      throw CorruptSession(detail: "undoing the changes after revision \(target) yields an invalid tree: \(error)")
    }
    return draft.tree
  }
}
