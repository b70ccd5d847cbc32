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
  /// - Parameters:
  ///   - revision: nil: the current one.
  ///   - isFromBackend: Whether a backend asks, which may read revisions that the app keeps from clients.
  package func fork(
    _ id: SessionID, at revision: Int?, isFromBackend: Bool, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    request: @escaping @Sendable (App, Tree) -> CreationRequest,
    answer: @escaping @Sendable (App, Creation) -> Void
  ) {
    // A fork is a look at the past as well: without the check it would reach what undo may not.
    guard let revision, !isFromBackend else { return fork(id, at: revision, refuse, request, answer) }
    sessions.find(id) { [self] result in
      if case .success(let store?) = result, let (tree, version) = store.committed(),
        let refused = store.app(tree.appVersion).refusal(of: .jump(revision: revision), version.undoState)
      {
        return refuse(.refused(refused))
      }
      fork(id, at: revision, refuse, request, answer)
    }
  }

  private func fork(
    _ id: SessionID, at revision: Int?, _ refuse: @escaping @Sendable (Outcome) -> Void,
    _ request: @escaping @Sendable (App, Tree) -> CreationRequest,
    _ answer: @escaping @Sendable (App, Creation) -> Void
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

// Exports.
extension SessionRegistry {
  /// Starts an export of a session at its current revision with its available history.
  ///
  /// - Parameter hasDefinitions: Whether the archive has the definitions of the app, which clients must not know.
  package func export(
    _ id: SessionID, hasDefinitions: Bool = true, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    answer: @escaping @Sendable (SessionExport) -> Void
  ) {
    sessions.find(id) { [self] result in
      switch result {
      case .failure(let failure): refuse(.failed(failure))
      case .success(nil): refuse(.notFound)
      case .success(let store?):
        readPermits.withPermit(for: id, otherwise: refuse) { [self] permit in
          guard let (tree, version) = store.committed() else { return refuse(.notFound) }
          // The first line shows the oldest revision, so it has to be restored first.
          let rewind = Rewind(tree, from: version.revision, to: version.undoState.oldest)
          environment.journal.walk(rewind.query(id), with: rewind) { [self] result in
            // Before the first byte is sent, so that a slow client holds up no other read (decision 0037).
            permit.restore()
            do throws(PastFailure) {
              answer(try export(store, tree, version, from: try result.get(), hasDefinitions: hasDefinitions))
            } catch {
              refuseExport(of: store, version, hasDefinitions: hasDefinitions, error, refuse, answer)
            }
          }
        }
      }
    }
  }

  /// Tells whether a failed export has to begin again, because changes that it needs were pruned or deleted since.
  package func isOutdated(_ export: SessionExport, answer: @escaping @Sendable (Bool) -> Void) {
    bringUpToDate(export.store) { answer(export.isOutdated) }
  }

  private func export(
    _ store: SessionStore, _ tree: Tree, _ version: SessionStore.Version, from rewind: Rewind, hasDefinitions: Bool
  ) throws(PastFailure) -> SessionExport {
    do throws(CorruptSession) {
      var archive = try archive(store, tree, version, from: try rewind.finish(), rewind.versions)
      if !hasDefinitions { archive.definitions = [] }
      return SessionExport(archive, of: store, from: environment.journal)
    } catch {
      throw .damaged(error)
    }
  }

  /// Answers a failed export. Starts again if the history was pruned in the meantime; otherwise the session was deleted
  /// or is corrupted.
  private func refuseExport(
    of store: SessionStore, _ version: SessionStore.Version, hasDefinitions: Bool, _ failure: PastFailure,
    _ refuse: @escaping @Sendable (Outcome) -> Void, _ answer: @escaping @Sendable (SessionExport) -> Void
  ) {
    switch failure {
    case .unread(let failure): refuse(.failed(failure))
    case .damaged(let error):
      bringUpToDate(store) { [self] in
        if store.isDeleted { return refuse(.notFound) }
        if store.isRetired || store.oldest > version.undoState.oldest {
          return export(store.id, hasDefinitions: hasDefinitions, otherwise: refuse, answer: answer)
        }
        refuse(.failed(.damaged("The session \(store.id.text) cannot be exported: \(error.detail).")))
      }
    }
  }

  /// Returns the archive without its changes.
  ///
  /// - Parameter versions: The versions of the app on which the session ran since the oldest revision.
  private func archive(
    _ store: SessionStore, _ tree: Tree, _ version: SessionStore.Version, from oldest: Tree, _ versions: Set<Int>
  ) throws(CorruptSession) -> SessionArchive {
    let name = store.apps.name
    var definitions: [JSONValue] = []
    for version in [tree.appVersion] + versions.subtracting([tree.appVersion]).sorted() {
      guard let text = catalogue.version(version, of: name)?.definition else { continue }
      definitions.append(try JSONValue(stored: text, "the definition of \(name)"))
    }
    let header = SessionArchive.Header(store, tree, version, from: oldest)
    return SessionArchive(session: header, definitions: definitions, changes: [], timers: tree.timers)
  }
}

extension SessionArchive.Header {
  /// - Parameters:
  ///   - tree: The tree of `version`.
  ///   - oldest: The tree at the oldest available revision.
  init(_ store: SessionStore, _ tree: Tree, _ version: SessionStore.Version, from oldest: Tree) {
    self.init(
      id: store.id, app: store.apps.name, appVersion: tree.appVersion, oldestAppVersion: oldest.appVersion,
      revision: version.revision,
      createdAt: store.createdAt, updatedAt: version.updatedAt, metadata: store.metadata, undoState: version.undoState,
      outputs: version.outputs, nextID: tree.lastID, root: oldest.root, data: oldest.data, timers: oldest.timers)
  }
}
