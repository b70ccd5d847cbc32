import Navigation

extension SessionStore.State {
  /// Refuses what makes the tree deeper than trees may be. A tree that is deeper already, since it was made under a higher
  /// limit, may stay so.
  func checkDepth(_ limit: Int) throws(Refused) {
    guard draft.edits.contains(where: \.bringsContainers), draft.tree.depth > limit else { return }
    var former = draft
    former.rollBack()
    guard draft.tree.depth <= former.tree.depth else { throw .tooDeep(draft.tree.depth, limit: limit) }
  }
}

extension Refused {
  static func tooDeep(_ depth: Int, limit: Int) -> Refused {
    .forbidden(
      "too-deep", "Containers would lie \(depth) deep inside each other; \(limit) may. Remove or dismiss some first.")
  }
}
