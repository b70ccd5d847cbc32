import JSON
import Navigation

extension SessionRegistry {
  /// Reads committed changes of a session, oldest first.
  package func history(
    _ query: HistoryPageQuery, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    found: @escaping @Sendable (ItemPage<HistoryItem>) -> Void
  ) {
    // The tables may not show yet that the session has forgotten its past.
    let oldest = sessions[query.session].map { store in store.state.withLock { $0.undoState.oldest } } ?? 1
    let query = query.from(oldest)
    readPermits.withPermit(for: query.session, otherwise: refuse) { [environment] permit in
      environment.journal.history(query) { result in
        permit.restore()
        switch result {
        case .success(let page): found(page)
        case .failure(let failure): refuse(.failed(failure))
        }
      }
    }
  }

  /// Reads committed outputs of a session, oldest first.
  package func outputs(
    _ query: OutputQuery, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    found: @escaping @Sendable (ItemPage<OutputItem>) -> Void
  ) {
    readPermits.withPermit(for: query.session, otherwise: refuse) { [environment] permit in
      environment.journal.outputs(query) { result in
        permit.restore()
        switch result {
        case .success(let page): found(page)
        case .failure(let failure): refuse(.failed(failure))
        }
      }
    }
  }

  /// Reads a session at a revision.
  package func read(_ revision: Int, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    RevisionRead(registry: self, id: id, revision: revision, refuse: answer) { store, tree, version in
      var json = JSONWriter(capacity: 512 + tree.size)
      json.append(session: store, tree, version, store.metadata)
      answer(.session(json.bytes, revision: revision))
    }.start()
  }

  /// Copies a session's state for the creation of a new session.
  ///
  /// - Parameter revision: nil: the current one.
  package func fork(
    _ id: SessionID, at revision: Int?, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    request: @escaping @Sendable (App, Tree) -> CreationRequest,
    answer: @escaping @Sendable (App, Creation) -> Void
  ) {
    RevisionRead(registry: self, id: id, revision: revision, refuse: refuse) { [self] store, tree, _ in
      // Timers stay with the source session.
      var draft = Draft(tree)
      draft.restore(timers: [])
      let app = store.app(tree.appVersion)
      var request = request(app, draft.tree)
      request.metadata.expires = store.metadata.expires
      create(request) { answer(app, $0) }
    }.start()
  }
}
