import JSON
import Navigation

extension SessionRegistry {
  /// Gives a session with all that is kept of its past.
  package func export(
    _ id: SessionID, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    answer: @escaping @Sendable (SessionArchive) -> Void
  ) {
    find(id) { [self] result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let store?):
        guard let (tree, standing) = store.committed() else { return refuse(.notFound) }
        let query = PastQuery(session: id, way: .since(max(standing.timeline.oldest, 2)))
        environment.journal.past(query) { [self] result in
          // Long work, and the journal's reader has others waiting.
          environment.later { [self] in
            do {
              answer(try archive(store, tree, standing, try result.get()))
            } catch let failure as JournalFailure {
              refuse(.failed(failure))
            } catch {
              // Deleted or pruned meanwhile: there is nothing or less to export now.
              if store.isDeleted { return refuse(.notFound) }
              if store.oldest > standing.timeline.oldest { return export(id, otherwise: refuse, answer: answer) }
              refuse(.failed(.damaged("The session \(id.text) cannot be exported: \(error).")))
            }
          }
        }
      }
    }
  }

  private func archive(
    _ store: SessionStore, _ tree: Tree, _ standing: SessionStore.Standing, _ past: [PastChange]
  ) throws(DamagedSession) -> SessionArchive {
    let definition = try catalogue.version(store.app.version, of: store.app.name)?.definition.map {
      (text) throws(DamagedSession) in try JSONValue(stored: text, "the definition of \(store.app.name)")
    }
    return try SessionArchive(store, tree, standing, past, definition: definition)
  }
}

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
    let header = SessionArchive.Header(
      id: store.id, app: store.app.name, appVersion: store.app.version, revision: revision, createdAt: store.createdAt,
      updatedAt: standing.updatedAt, timeline: standing.timeline, outputs: standing.outputs, nextID: tree.lastID,
      root: draft.tree.root, data: draft.tree.data, timers: draft.tree.timers)
    self.init(
      session: header, definition: definition,
      changes: try changes.map { (change) throws(DamagedSession) in try ArchivedChange(change) }, timers: tree.timers)
  }
}
