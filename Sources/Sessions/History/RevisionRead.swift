import Navigation

/// A read of a session at a revision: reverts the later changes of the current tree.
struct RevisionRead: Sendable {
  let registry: SessionRegistry
  let id: SessionID
  /// nil: the current revision.
  let revision: Int?

  /// The session at the revision.
  typealias Past = (store: SessionStore, tree: Tree, version: SessionStore.Version)

  func run() async throws(OutcomeError) -> Past {
    let store = try await registry.existing(id)
    guard let (tree, version) = store.committed() else { throw OutcomeError(outcome: .notFound) }
    guard let revision, revision != version.revision else { return (store, tree, version) }
    guard revision <= version.revision else {
      throw OutcomeError(outcome: .noSuchRevision(revision, last: version.revision))
    }
    guard revision >= version.undoState.oldest else {
      throw OutcomeError(outcome: .pruned(revision, oldest: version.undoState.oldest))
    }
    let result = try await registry.readPermits.withPermit(for: id) { () async throws(PastFailure) in
      try await HistoricalSession.read(revision, of: store, tree, version, from: registry.environment.journal)
    }
    switch result {
    case .success(let past):
      try await checkKept(revision, of: store)
      return (store, past.tree, past.version)
    case .failure(let failure):
      await registry.bringUpToDate(store)
      // The changes may have been deleted or pruned through another store.
      if store.isRetired { return try await run() }
      throw OutcomeError(outcome: outcome(of: failure, at: revision, in: store))
    }
  }

  /// Checks that a revision was not deleted or pruned while its changes were read.
  private func checkKept(_ revision: Int, of store: SessionStore) async throws(OutcomeError) {
    let store = store.isRetired ? try await registry.existing(id) : store
    guard !store.isGone, revision >= store.oldest else {
      throw OutcomeError(outcome: outcome(of: .missing(revision), at: revision, in: store))
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
