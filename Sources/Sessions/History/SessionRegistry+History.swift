import JSON
import Navigation

extension SessionRegistry {
  /// Reads committed changes of a session, oldest first.
  package func history(_ query: HistoryPageQuery) async throws(OutcomeError) -> ItemPage<HistoryItem> {
    // The journal may still have the past that the session has forgotten.
    let oldest = sessions[query.session].map { store in store.state.withLock { $0.undoState.oldest } } ?? 1
    return try await read(of: query.session) { () async throws(JournalFailure) in
      try await environment.journal.history(query.from(oldest))
    }
  }

  /// Reads committed outputs of a session, oldest first.
  package func outputs(_ query: OutputQuery) async throws(OutcomeError) -> ItemPage<OutputItem> {
    try await read(of: query.session) { () async throws(JournalFailure) in try await environment.journal.outputs(query)
    }
  }

  private func read<Page: Sendable>(
    of id: SessionID, _ body: () async throws(JournalFailure) -> Page
  ) async throws(OutcomeError) -> Page {
    switch try await readPermits.withPermit(for: id, body) {
    case .success(let page): return page
    case .failure(let failure): throw OutcomeError(failure)
    }
  }

  /// Reads a session at a revision.
  package func read(_ revision: Int, of id: SessionID) async -> Outcome {
    do throws(OutcomeError) {
      let past = try await RevisionRead(registry: self, id: id, revision: revision).run()
      var json = JSONWriter(capacity: 512 + past.tree.size)
      json.append(session: past.store, past.tree, past.version, past.store.metadata)
      return .session(json.bytes, revision: revision)
    } catch {
      return error.outcome
    }
  }

  /// Copies a session's state for the creation of a new session.
  ///
  /// - Parameters:
  ///   - revision: nil: the current one.
  ///   - isFromBackend: Whether a backend asks, which may read revisions that the app keeps from clients.
  package func fork(
    _ id: SessionID, at revision: Int?, isFromBackend: Bool, request: @escaping @Sendable (App, Tree) -> CreationRequest
  ) async throws(OutcomeError) -> (App, Creation) {
    // A fork is a look at the past as well: without the check it would reach what undo may not.
    if let revision, !isFromBackend {
      let store = try await existing(id)
      if let (tree, version) = store.committed(),
        let refused = store.app(tree.appVersion).refusal(of: .jump(revision: revision), version.undoState)
      {
        throw OutcomeError(outcome: .refused(refused))
      }
    }
    let past = try await RevisionRead(registry: self, id: id, revision: revision).run()
    // Timers stay with the source session.
    var draft = Draft(past.tree)
    draft.restore(timers: [])
    let app = past.store.app(past.tree.appVersion)
    var request = request(app, draft.tree)
    request.metadata.expires = past.store.metadata.expires
    request.metadata.labels = past.store.metadata.labels.filter(app.variants.sets)
    return (app, await create(request))
  }
}

// Exports.
extension SessionRegistry {
  /// Starts an export of a session at its current revision with its available history.
  ///
  /// - Parameter hasDefinitions: Whether the archive has the definitions of the app, which clients must not know.
  package func export(_ id: SessionID, hasDefinitions: Bool = true) async throws(OutcomeError) -> SessionExport {
    while true {
      let store = try await existing(id)
      let result = try await readPermits.withPermit(for: id) { () async throws(ExportFailure) in
        guard let (tree, version) = store.committed() else { throw .deleted }
        do throws(PastFailure) {
          return try await export(store, tree, version, hasDefinitions: hasDefinitions)
        } catch {
          throw .unread(error, oldest: version.undoState.oldest)
        }
      }
      switch result {
      case .success(let export): return export
      case .failure(.deleted): throw OutcomeError(outcome: .notFound)
      case .failure(.unread(.unread(let failure), _)): throw OutcomeError(failure)
      case .failure(.unread(.damaged(let error), let oldest)):
        await bringUpToDate(store)
        if store.isDeleted { throw OutcomeError(outcome: .notFound) }
        // Begins again if the history was pruned in the meantime.
        if store.isRetired || store.oldest > oldest { continue }
        throw OutcomeError(.damaged("The session \(id.text) cannot be exported: \(error.detail)."))
      }
    }
  }

  private enum ExportFailure: Error {
    case deleted
    case unread(PastFailure, oldest: Int)
  }

  /// Tells whether a failed export has to begin again, because changes that it needs were pruned or deleted since.
  package func isOutdated(_ export: SessionExport) async -> Bool {
    await bringUpToDate(export.store)
    return export.isOutdated
  }

  private func export(
    _ store: SessionStore, _ tree: Tree, _ version: SessionStore.Version, hasDefinitions: Bool
  ) async throws(PastFailure) -> SessionExport {
    // The first line shows the oldest revision, so it has to be restored first.
    let start = Rewind(tree, from: version.revision, to: version.undoState.oldest)
    let rewind = try await environment.journal.walk(start.query(store.id), with: start)
    return try PastFailure.finding { () throws(CorruptSession) in
      var archive = try archive(store, tree, version, from: try rewind.finish(), rewind.versions)
      // So that the import of an archive without them is exported as the same bytes.
      let isBare = store.metadata.bareRevision == version.revision
      if isBare || !hasDefinitions { archive.definitions = [] }
      return SessionExport(archive, of: store, from: environment.journal)
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
