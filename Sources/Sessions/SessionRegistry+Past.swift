import JSON
import Navigation

extension SessionRegistry {
  /// Reads a session as it was at a revision.
  package func read(_ revision: Int, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    past(revision, of: id, otherwise: answer) { store, tree, standing in
      var json = JSONWriter(capacity: 512 + tree.size)
      store.write(tree, standing, to: &json)
      answer(.session(json.bytes, revision: revision))
    }
  }

  /// Makes a new session that begins with the state that another one had.
  ///
  /// - Parameter revision: nil: the last one.
  package func fork(
    _ id: SessionID, at revision: Int?, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    request: @escaping @Sendable (App, Tree) -> CreationRequest,
    answer: @escaping @Sendable (App, Creation) -> Void
  ) {
    past(revision, of: id, otherwise: refuse) { [self] store, tree, _ in
      // What waits for its time goes on waiting where it was asked for.
      var draft = Draft(tree)
      draft.restore(timers: [])
      create(request(store.app, draft.tree)) { answer(store.app, $0) }
    }
  }

  /// Finds the tree that a session had at a revision: its last one, with the changes since then taken back.
  private func past(
    _ revision: Int?, of id: SessionID, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    found: @escaping @Sendable (SessionStore, Tree, SessionStore.Standing) -> Void
  ) {
    find(id) { [self] result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let store?):
        guard let (tree, standing) = store.committed() else { return refuse(.notFound) }
        guard let revision, revision != standing.revision else { return found(store, tree, standing) }
        guard revision <= standing.revision else {
          return refuse(.noSuchRevision(revision, last: standing.revision))
        }
        guard revision >= standing.timeline.oldest else {
          return refuse(.pruned(revision, oldest: standing.timeline.oldest))
        }
        environment.journal.past(PastQuery(session: id, way: .since(revision + 1))) { result in
          switch result {
          case .failure(let failure): refuse(.failed(failure))
          case .success(let changes):
            do throws(DamagedSession) {
              let past = try Past(revision, of: tree, standing, createdAt: store.createdAt, changes)
              found(store, past.tree, past.standing)
            } catch {
              // It may have been deleted or pruned meanwhile.
              guard !store.isDeleted else { return refuse(.notFound) }
              let oldest = store.oldest
              guard revision >= oldest else { return refuse(.pruned(revision, oldest: oldest)) }
              refuse(.failed(.damaged("Revision \(revision) of \(id.text) cannot be read: \(error.detail).")))
            }
          }
        }
      }
    }
  }
}

/// A session as it was.
struct Past {
  let tree: Tree
  let standing: SessionStore.Standing

  /// - Parameter changes: Those after the revision, and before them those back to the one that made its state new.
  init(
    _ revision: Int, of tree: Tree, _ standing: SessionStore.Standing, createdAt: Int64, _ changes: [PastChange]
  ) throws(DamagedSession) {
    // Those that were made meanwhile are not in the tree.
    let undone = changes.filter { $0.revision > revision && $0.revision <= standing.revision }
    guard undone.count == standing.revision - revision else {
      throw DamagedSession(detail: "changes after it are missing")
    }
    var draft = Draft(tree)
    for change in undone.reversed() { try draft.revert(change) }
    do throws(UnfitEdit) {
      try draft.tree.checkShape()
    } catch {
      throw DamagedSession(detail: "the changes after it lead back to no tree: \(error)")
    }
    self.tree = draft.tree
    let own = changes.filter { $0.revision <= revision }
    var timeline = standing.timeline
    timeline.shown = own.last?.stateOf ?? revision
    // Where the change that made it was pruned, nothing can be redone.
    timeline.tip = own.first { $0.stateOf == nil }?.revision ?? timeline.shown
    self.standing = SessionStore.Standing(
      revision: revision, updatedAt: own.last?.at ?? createdAt, outputs: standing.outputs, timeline: timeline)
  }
}

extension SessionStore {
  /// Whoever finds a change missing that he meant to read can look here why.
  var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// What is committed; nil when the session was deleted.
  func committed() -> (Tree, Standing)? {
    state.withLock { state in
      guard !state.isDeleted else { return nil }
      return state.committed
    }
  }
}
