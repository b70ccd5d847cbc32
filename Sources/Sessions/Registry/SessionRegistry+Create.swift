import Navigation

extension SessionRegistry {
  /// Creates a session; it can be found once it is durable.
  package func create(_ request: CreationRequest, answer: @escaping @Sendable (Creation) -> Void) {
    guard let key = request.key else { return insert(request, answer) }
    begin(key) { [self] outcome in
      switch outcome {
      case nil:
        insert(request) { [creations] outcome in
          creations.end(key.text)
          answer(outcome)
        }
      case .replayed(let kept, _): answer(.replayed(kept))
      case .keyReused: answer(.keyReused)
      case .keyInProgress: answer(.keyInProgress)
      case .failed(let failure): answer(.failed(failure))
      default: preconditionFailure("a key that is looked up has no other outcome")
      }
    }
  }

  private func insert(_ request: CreationRequest, _ answer: @escaping @Sendable (Creation) -> Void) {
    guard !catalogue.isWithdrawn(request.app.name, version: request.app.version) else { return answer(.withdrawn) }
    let store: SessionStore
    do throws(Refused) {
      store = try makeStore(request)
    } catch {
      return refuse(error, request, answer)
    }
    let rendered = request.render(store.state.withLock { store.encoded(&$0) })
    let keeping = request.key.map {
      $0.kept(of: nil, status: rendered.status, revision: 1, body: rendered.body, at: store.createdAt)
    }
    let taken = environment.journal.submit(.create(store.wholeProjection(), keeping: keeping)) { [self] failure in
      if case .keyTaken(let id)? = failure { return resolve(request, keyOf: id, answer) }
      if let failure { return answer(.failed(failure)) }
      sessions.add(store)
      answer(.created(store.id, rendered, revision: 1))
    }
    if !taken { answer(.journalBusy) }
  }

  /// Answers a creation whose key another session has.
  private func resolve(
    _ request: CreationRequest, keyOf id: SessionID, _ answer: @escaping @Sendable (Creation) -> Void
  ) {
    guard request.returnsExisting else {
      return refuse(.keyTaken(request.metadata.key ?? "", of: request.app.name), request, answer)
    }
    read(.session, of: id) { [self] outcome in
      switch outcome {
      case .session(let json, let revision): answer(.existing(id, json, revision: revision))
      // It has been deleted, which releases the key.
      case .notFound: insert(request, answer)
      case .failed(let failure): answer(.failed(failure))
      default: preconditionFailure("a session that is read has no other outcome")
      }
    }
  }

  /// Stores a refusal with its key, like the refusal of an action.
  private func refuse(
    _ refused: Refused, _ request: CreationRequest, _ answer: @escaping @Sendable (Creation) -> Void
  ) {
    guard let key = request.key else { return answer(.refused(refused)) }
    let rendered = key.render(refused)
    let kept = key.kept(
      of: nil, status: rendered.status, revision: 0, body: rendered.body, at: environment.now())
    let taken = environment.journal.submit(.keep(kept)) { failure in
      answer(failure.map(Creation.failed) ?? .refused(refused))
    }
    if !taken { answer(.journalBusy) }
  }

  private func makeStore(_ request: CreationRequest) throws(Refused) -> SessionStore {
    var tree =
      if let tree = request.tree {
        tree
      } else if let url = request.url {
        try request.app.start(url: url)
      } else if let navigation = request.navigation {
        try request.app.start(navigation: navigation)
      } else {
        try request.app.start()
      }
    // A fork may be as deep as its source.
    guard request.tree != nil || tree.depth <= environment.limits.treeDepth else {
      throw .tooDeep(tree.depth, limit: environment.limits.treeDepth)
    }
    if let data = request.data { tree.merge(data: data) }
    guard tree.size <= environment.limits.stateSize else {
      throw .forbidden(
        "state-too-large",
        "The session's state would take about \(tree.size) bytes; the limit is \(environment.limits.stateSize). "
          + "Create it with less data.")
    }
    let now = environment.now()
    return SessionStore(
      id: environment.newID(), app: request.app, createdAt: now, updatedAt: now, revision: 1, outputs: 0,
      tree: tree, tokenHash: request.tokenHash, metadata: request.metadata)
  }

  /// Imports a session; it can be found once it is durable. Other writes may run between its slices.
  ///
  /// - Parameters:
  ///   - app: The app that the archive was checked with.
  ///   - definition: The app's definition, if it comes with the archive.
  ///   - render: Renders the response from the session's JSON.
  package func add(
    _ archive: CheckedArchive, of app: App, defining definition: StoredApp?, tokenHash: [UInt8],
    render: @escaping @Sendable (_ session: [UInt8]) -> StoredResponse,
    answer: @escaping @Sendable (Importing) -> Void
  ) {
    SessionImport(sessions: sessions).add(
      archive, of: app, defining: definition, tokenHash: tokenHash, render: render, answer: answer)
  }
}
