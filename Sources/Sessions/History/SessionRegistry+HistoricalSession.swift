import JSON
import Navigation

extension SessionRegistry {
  /// Reads a session at a revision.
  package func read(_ revision: Int, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    past(revision, of: id, otherwise: answer) { store, tree, version in
      var json = JSONWriter(capacity: 512 + tree.size)
      store.write(tree, version, to: &json)
      answer(.session(json.bytes, revision: revision))
    }
  }

  /// Copies a session's state for the creation of a new session.
  ///
  /// - Parameter revision: nil: the current one.
  package func fork(
    _ id: SessionID, at revision: Int?, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    request: @escaping @Sendable (App, Tree) -> CreationRequest,
    answer: @escaping @Sendable (App, Creation) -> Void
  ) {
    past(revision, of: id, otherwise: refuse) { [self] store, tree, _ in
      // Timers stay with the source session.
      var draft = Draft(tree)
      draft.restore(timers: [])
      create(request(store.app, draft.tree)) { answer(store.app, $0) }
    }
  }

  /// Restores the tree of a session at a revision by reverting later changes of the current tree.
  func past(
    _ revision: Int?, of id: SessionID, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    found: @escaping @Sendable (SessionStore, Tree, SessionStore.Version) -> Void
  ) {
    find(id) { [self] result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let store?):
        guard let (tree, version) = store.committed() else { return refuse(.notFound) }
        guard let revision, revision != version.revision else { return found(store, tree, version) }
        guard revision <= version.revision else {
          return refuse(.noSuchRevision(revision, last: version.revision))
        }
        guard revision >= version.undoState.oldest else {
          return refuse(.pruned(revision, oldest: version.undoState.oldest))
        }
        withPermit(for: id, otherwise: refuse) { [self] permit in
          HistoricalSession.read(revision, of: store, tree, version, from: environment.journal) { [self] result in
            permit.restore()
            switch result {
            case .success(let past):
              checkKept(revision, of: store, otherwise: refuse) { found(store, past.tree, past.version) }
            case .failure where store.isRetired:
              // The changes may have been deleted or pruned through another store.
              self.past(revision, of: id, otherwise: refuse, found: found)
            case .failure(let failure): refuse(store.outcome(of: failure, at: revision))
            }
          }
        }
      }
    }
  }
}

extension SessionRegistry {
  /// Checks that a revision was not deleted or pruned while its changes were read.
  private func checkKept(
    _ revision: Int, of store: SessionStore, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    kept: @escaping @Sendable () -> Void
  ) {
    let check = { @Sendable (store: SessionStore) in
      guard !store.isDeleted, revision >= store.oldest else {
        return refuse(store.outcome(of: .missing(revision), at: revision))
      }
      kept()
    }
    guard store.isRetired else { return check(store) }
    find(store.id) { result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let current?): check(current)
      }
    }
  }
}

extension SessionStore {
  /// Whether the store is unloaded; another store may hold the session now.
  var isRetired: Bool { state.withLock { $0.isRetired } }

  /// Whether the session was deleted, which explains missing changes.
  var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// Returns the committed state; nil when the session was deleted.
  func committed() -> (Tree, Version)? {
    state.withLock { state in
      guard !state.isDeleted else { return nil }
      return state.committed
    }
  }

  /// The outcome of a failed read of a revision, which may have been deleted or pruned in the meantime.
  fileprivate func outcome(of failure: PastFailure, at revision: Int) -> Outcome {
    switch failure {
    case .unread(let failure): return .failed(failure)
    case .damaged(let error):
      guard !isDeleted else { return .notFound }
      let oldest = oldest
      guard revision >= oldest else { return .pruned(revision, oldest: oldest) }
      return .failed(.damaged("Revision \(revision) of \(id.text) cannot be read: \(error.detail)."))
    }
  }
}
