import Navigation

/// A read of a session at a revision: reverts the later changes of the current tree.
struct RevisionRead: Sendable {
  let registry: SessionRegistry
  let id: SessionID
  /// nil: the current revision.
  let revision: Int?
  let refuse: @Sendable (Outcome) -> Void
  let found: @Sendable (SessionStore, Tree, SessionStore.Version) -> Void

  /// Finds the session, which is loaded if necessary.
  func start() {
    registry.sessions.find(id) { result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let store?): read(store)
      }
    }
  }

  private func read(_ store: SessionStore) {
    guard let (tree, version) = store.committed() else { return refuse(.notFound) }
    guard let revision, revision != version.revision else { return found(store, tree, version) }
    guard revision <= version.revision else { return refuse(.noSuchRevision(revision, last: version.revision)) }
    guard revision >= version.undoState.oldest else {
      return refuse(.pruned(revision, oldest: version.undoState.oldest))
    }
    let journal = registry.environment.journal
    registry.readPermits.withPermit(for: id, otherwise: refuse) { permit in
      HistoricalSession.read(revision, of: store, tree, version, from: journal) { result in
        permit.restore()
        take(result, at: revision, of: store)
      }
    }
  }

  private func take(_ result: Result<HistoricalSession, PastFailure>, at revision: Int, of store: SessionStore) {
    switch result {
    case .success(let past): checkKept(revision, of: store) { found(store, past.tree, past.version) }
    case .failure(let failure):
      registry.bringUpToDate(store) {
        // The changes may have been deleted or pruned through another store.
        if store.isRetired { start() } else { refuse(outcome(of: failure, at: revision, in: store)) }
      }
    }
  }

  /// Checks that a revision was not deleted or pruned while its changes were read.
  private func checkKept(_ revision: Int, of store: SessionStore, kept: @escaping @Sendable () -> Void) {
    let check = { @Sendable (store: SessionStore) in
      guard !store.isGone, revision >= store.oldest else {
        return refuse(outcome(of: .missing(revision), at: revision, in: store))
      }
      kept()
    }
    guard store.isRetired else { return check(store) }
    registry.sessions.find(id) { result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let current?): check(current)
      }
    }
  }

  /// The outcome of a failed read of a revision, which may have been deleted or pruned in the meantime.
  private func outcome(of failure: PastFailure, at revision: Int, in store: SessionStore) -> Outcome {
    switch failure {
    case .unread(let failure): return .failed(failure)
    case .damaged(let error):
      guard !store.isDeleted else { return .notFound }
      let oldest = store.oldest
      guard revision >= oldest else { return .pruned(revision, oldest: oldest) }
      return .failed(.damaged("Revision \(revision) of \(id.text) cannot be read: \(error.detail)."))
    }
  }
}
