import Navigation

extension SessionStore.State {
  /// Refuses what makes the tree deeper than trees may be. A tree that is deeper already, since it was made under a higher
  /// limit, may stay so.
  func checkDepth(_ limit: Int) throws(Refused) {
    guard draft.bringsContainers, draft.tree.depth > limit else { return }
    guard draft.tree.depth <= formerDepth else { throw .tooDeep(draft.tree.depth, limit: limit) }
  }

  /// The depth of the tree before what the draft holds.
  private var formerDepth: Int {
    var former = draft
    former.rollBack()
    return former.tree.depth
  }
}

extension Refused {
  static func tooDeep(_ depth: Int, limit: Int) -> Refused {
    .forbidden(
      "too-deep", "Containers would lie \(depth) deep inside each other; \(limit) may. Remove or dismiss some first.")
  }
}
