import JSON
import Navigation

extension SessionArchive {
  /// - Parameter past: The changes from the oldest revision on; more of them are left out.
  init(
    _ store: SessionStore, _ tree: Tree, _ standing: SessionStore.Standing, _ past: [PastChange],
    definition: JSONValue?
  ) throws(DamagedSession) {
    let (oldest, revision) = (standing.timeline.oldest, standing.revision)
    let changes = past.filter { $0.revision >= oldest && $0.revision <= revision }
    guard changes.count == revision - max(oldest, 2) + 1 else {
      throw DamagedSession(detail: "changes are missing")
    }
    var draft = Draft(tree)
    for change in changes.reversed() where change.revision > oldest { try draft.revert(change) }
    let header = SessionArchive.Header(store, tree, standing, from: draft.tree)
    self.init(
      session: header, definition: definition,
      changes: try changes.map { (change) throws(DamagedSession) in try ArchivedChange(change) }, timers: tree.timers)
  }
}
