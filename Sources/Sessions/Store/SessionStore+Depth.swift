import Navigation

extension SessionStore.State {
  /// Refuses a change that makes the tree deeper than `limit`. A tree that already is deeper, from a higher limit
  /// before, may keep its depth.
  func checkDepth(_ limit: Int) throws(Refused) {
    guard draft.bringsContainers, draft.tree.depth > limit else { return }
    guard draft.tree.depth <= formerDepth else { throw .tooDeep(draft.tree.depth, limit: limit) }
  }

  /// The depth of the tree before the draft's edits.
  private var formerDepth: Int {
    var former = draft
    former.rollBack()
    return former.tree.depth
  }
}

extension Refused {
  static func tooDeep(_ depth: Int, limit: Int) -> Refused {
    .forbidden(
      "too-deep",
      "The containers would be nested \(depth) deep; the limit is \(limit). Remove or dismiss some containers first.")
  }
}
