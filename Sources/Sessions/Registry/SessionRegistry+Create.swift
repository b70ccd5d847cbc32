import Navigation

extension SessionRegistry {
  /// Creates a session; it can be found once it is durable.
  package func create(_ request: CreationRequest) async -> Creation {
    while true {
      if let known = await begin(request.key) { return known }
      let creation = await insert(request)
      // Before a repetition, which would otherwise find its own key in progress.
      if let key = request.key { creations.end(key.text) }
      // Another node has carried out a request with the idempotency key, or had the session with the key, and deletes it.
      guard case .failed(.overtaken) = creation else { return creation }
    }
  }

  /// Begins the idempotency key of a creation; nil: the session is to be created.
  private func begin(_ key: IdempotencyKey?) async -> Creation? {
    guard let key else { return nil }
    return switch await begin(key, of: nil) {
    case nil: nil
    case .replayed(let record, _): .replayed(record)
    case .keyReused: .keyReused
    case .keyInProgress: .keyInProgress
    case .failed(let failure): .failed(failure)
    default: preconditionFailure("a key that is looked up has no other outcome")
    }
  }

  private func insert(_ request: CreationRequest) async -> Creation {
    // After the look-up of the key: what was answered before a withdrawal is answered so again (decision 0049).
    guard !catalogue.isWithdrawn(request.app.name, version: request.app.version) else { return .withdrawn }
    if request.isCostly, let turns = environment.turns, !turns.runsHere { return await wait(for: turns, request) }
    let subject = TrapSubject.app(request.app.name)
    if let failure = catalogue.traps.failure(of: subject) { return .failed(failure) }
    let new: UnstoredSession
    do throws(ActionError) {
      new = try ThreadWork.during(subject) { () throws(ActionError) in try makeSession(request) }
    } catch {
      // It may need more evaluation steps than this thread may take.
      if error.refusal.code == ActionError.tooCostlyCode, let turns = environment.turns, !turns.runsHere {
        return await wait(for: turns, request)
      }
      return await refuse(error, request)
    }
    return await store(new, request)
  }

  private func store(_ new: UnstoredSession, _ request: CreationRequest) async -> Creation {
    let store = new.store
    let rendered = new.first.map { StoredResponse(status: 200, body: $0.receipt) } ?? request.render(new.json)
    let revision = new.first?.revision ?? 1
    if request.first?.isDryRun == true {
      release(new)
      return .created(store.id, rendered, revision: revision)
    }
    let record = request.key.map {
      $0.record(of: nil, status: rendered.status, revision: 1, body: rendered.body, at: store.createdAt)
    }
    do throws(JournalFailure) {
      guard try await sessions.store(new.creation(record: record), of: store) else {
        release(new)
        return .journalBusy
      }
    } catch {
      release(new)
      if case .keyTaken(let id) = error { return await resolve(request, keyOf: id) }
      return .failed(error)
    }
    sessions.add(store)
    environment.timerScheduler.schedule(new.timers.map(TimerStep.set), of: store.id)
    environment.callScheduler.schedule(new.calls.map(CallRowChange.ask))
    for change in new.changes {
      environment.timerScheduler.schedule(change.timers, of: store.id)
      environment.callScheduler.schedule(change.calls)
    }
    if !new.messages.isEmpty { environment.messageDispatcher.wake() }
    if request.first != nil { environment.actions.countChange(nil) }
    return .created(store.id, rendered, revision: revision)
  }

  /// Has a thread for costly work create the session.
  private func wait(for turns: TurnQueue, _ request: CreationRequest) async -> Creation {
    let app = request.app.name
    return await turns.turn(in: .creations(app: app), of: app) ? await insert(request) : .turnsBusy
  }

  /// Releases the mailbox capacity for the messages of a session that is not created.
  private func release(_ new: UnstoredSession) {
    environment.messageDispatcher.release(new.messages.entriesByID)
  }

  /// Answers a creation whose key another session has.
  private func resolve(_ request: CreationRequest, keyOf id: SessionID) async -> Creation {
    guard request.returnsExisting else {
      return await refuse(.keyTaken(request.metadata.key ?? "", of: request.app.name), request)
    }
    switch await read(.session, of: id) {
    case .session(let json, let revision): return .existing(id, json, revision: revision)
    // It has been deleted, which releases the key.
    case .notFound: return await insert(request)
    case .failed(let failure): return .failed(failure)
    case .turnsBusy: return .turnsBusy
    case .sessionBusy: return .journalBusy
    default: preconditionFailure("a session that is read has no other outcome")
    }
  }

  /// Stores a refusal with its key, like the refusal of an action.
  private func refuse(_ refused: ActionError, _ request: CreationRequest) async -> Creation {
    guard let key = request.key else { return .refused(refused) }
    let rendered = key.render(refused)
    let record = key.record(
      of: nil, status: rendered.status, revision: 0, body: rendered.body, at: environment.now())
    do throws(JournalFailure) {
      return try await environment.journal.store(.record(record)) ? .refused(refused) : .journalBusy
    } catch {
      return .failed(error)
    }
  }

  private func makeSession(_ given: CreationRequest) throws(ActionError) -> UnstoredSession {
    let (id, now) = (given.id ?? environment.newID(), environment.now())
    var request = given
    // A fork has the variants of its source.
    for (name, value) in request.app.variantLabels(of: request.metadata.key ?? id.text) {
      _ = request.metadata.labels.add(name, value)
    }
    guard request.metadata.labels.count <= SessionMetadata.mostLabels else {
      throw .tooManyLabels(request.metadata.labels.count)
    }
    var draft = try start(request, id, now)
    request.app.restartIdle(&draft)
    let tree = draft.tree
    // A fork may be as deep as its source.
    guard request.tree != nil || tree.depth <= environment.limits.treeDepth else {
      throw .tooDeep(tree.depth, limit: environment.limits.treeDepth)
    }
    guard tree.size <= environment.limits.stateSize else {
      throw .forbidden(
        "state-too-large",
        "The session's state would take about \(tree.size) bytes; the limit is \(environment.limits.stateSize). "
          + "Create it with less data.")
    }
    var metadata = request.metadata
    metadata.expires = metadata.expires ?? request.app.logic?.expires
    if let data = request.data, request.app.canRestart {
      metadata.initialData = try request.app.data(merging: data).bytes
    }
    let store = SessionStore(
      id: id, apps: AppVersions(request.app, in: catalogue), createdAt: now, updatedAt: now, revision: 1, outputs: 0,
      tree: tree, tokenHash: request.tokenHash, metadata: metadata,
      flow: request.app.flows.isCounted ? FlowTrack(creating: tree, at: now) : nil)
    let calls = draft.remainingCalls.map { CallRow($0, of: id, app: request.app.name, revision: 1, at: now, chain: 0) }
    store.state.withLock { $0.calls = calls.map(\.waiting) }
    let (json, content) = store.newSession()
    _ = try draft.checkedOutputBytes(environment.limits)
    var new = UnstoredSession(store: store, json: json, content: content, timers: store.timerRows, calls: calls)
    if let start = store.begin(sending: draft) { new.changes.append(start) }
    if let request = request.first {
      let first = try store.begin(with: request, environment)
      if let change = first.change { new.changes.append(change) }
      new.first = first
    }
    new.changes.forEach(environment.noteSpan)
    if !calls.isEmpty, let span = metadata.creation?.span { environment.tracer?.note(span, of: 1, of: id.text) }
    // The last step that can fail, so that no error leaves a reservation behind.
    guard new.messages.isEmpty || environment.messageDispatcher.reserve(new.messages.entriesByID) else {
      throw .mailboxFull
    }
    return new
  }

  private func start(_ request: CreationRequest, _ id: SessionID, _ now: Int64) throws(ActionError) -> Draft {
    if let tree = request.tree {
      var draft = Draft(tree)
      draft.begin(at: now, timers: environment.limits.timers)
      return draft
    }
    var session = SessionContext(id: id.text, key: request.metadata.key, labels: request.metadata.labels)
    session.by = request.metadata.creation?.by
    let start = SessionStart(
      of: request.app, data: request.data ?? [:], session: session, at: now, timers: environment.limits.timers,
      within: environment.steps)
    do throws(ActionError) {
      return try start.at(url: request.url, navigation: request.navigation)
    } catch {
      throw error.moved(under: request.place)
    }
  }

  /// Imports a session; it can be found once it is durable. Other writes may run between its slices.
  ///
  /// - Parameters:
  ///   - app: The app that the archive was checked with.
  ///   - definitions: The versions of the app that come with the archive.
  ///   - supplement: The data that the archive lacks.
  ///   - render: Renders the response from the session's JSON.
  package func add(
    _ archive: CheckedArchive, of app: AppVersions, defining definitions: [StoredApp],
    with supplement: ArchiveSupplement, render: @escaping @Sendable (_ session: [UInt8]) -> StoredResponse
  ) async -> ImportResult {
    await SessionImport(sessions: sessions).add(
      archive, of: app, defining: definitions, with: supplement, render: render)
  }
}

extension CreationRequest {
  /// Whether the creation may take a millisecond before its expressions: the hooks of many given screens, the match of a
  /// long link, or regular expressions that constrain data and states.
  fileprivate var isCostly: Bool {
    app.hasHooks && navigation != nil || app.hasSchemaPatterns || url?.utf8.count ?? 0 > 1_024
  }
}

/// A session that is not stored yet.
private struct UnstoredSession {
  let store: SessionStore
  /// The session as JSON at revision 1.
  let json: [UInt8]
  let content: StateSnapshot
  let timers: [TimerRow]
  let calls: [CallRow]
  /// That of the start, if it has outputs or messages, and that of the first action.
  var changes: [Change] = []
  /// The result of the action that comes with the creation.
  var first: FirstAction?

  var messages: [MessageStep] { changes.flatMap(\.messages) }

  /// - Parameter record: The response to a request with an idempotency key.
  func creation(record: IdempotencyRecord?) -> Write {
    if timers.isEmpty, calls.isEmpty, changes.isEmpty, first == nil { return .create(content, record: record) }
    let session = ImportedSession(
      session: content, timers: timers, calls: calls, idempotencyRecords: first?.record.map { [$0] } ?? [],
      record: record)
    return changes.isEmpty ? .add(session) : .begin(session, changes, of: store)
  }
}
