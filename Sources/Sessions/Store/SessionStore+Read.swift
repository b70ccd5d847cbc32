import JSON
import Navigation

extension SessionStore {
  /// The part of a session to read.
  package enum Reading: Sendable {
    case session
    /// The stack on the focus path.
    case stack
    /// The pending timers.
    case timers(at: TimerClock)
    /// The slowed chains that go on at a time in milliseconds since 1970.
    case slowedChains(at: Int64)
    /// The revision alone.
    case revision
  }

  /// Answers with committed state. When a pending change affects the result, the answer waits for the change to
  /// complete.
  func read(_ reading: Reading, answer: @escaping Answer) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      return read(reading, &state, answer)
    }
  }

  private func read(
    _ reading: Reading, _ state: inout State, _ answer: @escaping Answer
  ) -> StoreResult {
    let outcome = state.isDeleted ? .notFound : outcome(of: reading, &state)
    guard let last = state.pending.indices.last else { return .answered(outcome) }
    state.pending[last].waiting.append(
      Waiting { [self] failure in
        switch failure {
        case nil: answer(outcome)
        // The store has to catch up with another node, or to be loaded anew.
        case .overtaken, .unknown: answer(.failed(.overtaken))
        // A read does not fail with the change that it depended on (decision 0094).
        default: readAgain(reading, answer)
        }
      })
    return .pending
  }

  /// Reads again after a change failed and was rolled back. The state of a store that was retired since is still valid.
  func readAgain(_ reading: Reading, _ answer: @escaping Answer) {
    let result = state.withLock { read(reading, &$0, answer) }
    if case .answered(let outcome) = result { answer(outcome) }
  }

  private func outcome(of reading: Reading, _ state: inout State) -> Outcome {
    switch reading {
    case .session: .session(encoded(&state), revision: state.revision)
    case .stack: stack(state.draft.tree).map { .session($0, revision: state.revision) } ?? .refused(Self.noStack)
    case .revision: .session([], revision: state.revision)
    case .timers(let clock): .session(timers(state, clock), revision: state.revision)
    case .slowedChains(let now):
      .session(JSONWriter.list(state.slowedChains.active(at: now)), revision: state.revision)
    }
  }

  private static let noStack = ActionError.absent(
    "no-stack", "No container on the focus path is a stack; `GET …` of the session returns the whole tree.")

  // MARK: Parts of the committed state

  /// Returns the committed state; nil when the session was deleted.
  func committed() -> (Tree, Version)? {
    state.withLock { state in
      guard !state.isGone else { return nil }
      return state.committed
    }
  }

  /// The tokens and their roles, as stored.
  package var access: SessionAccess {
    state.withLock {
      SessionAccess(tokenHash: $0.tokenHash, clientRole: app($0.appVersion).clientRole, tokens: $0.tokens)
    }
  }

  /// The key and the labels, as stored.
  var metadata: SessionMetadata { state.withLock { $0.metadata } }

  /// The session's list entry at its last committed revision; nil: it was deleted.
  package var summary: SessionSummary? {
    state.withLock { state in
      guard !state.isGone else { return nil }
      let (tree, version) = state.committed
      return SessionSummary(
        id: id, app: apps.name, appVersion: tree.appVersion, revision: version.revision, createdAt: createdAt,
        updatedAt: version.updatedAt, metadata: state.metadata, current: tree.current.id, path: tree.currentPath)
    }
  }

  /// The number of pending changes and of subscribers, and the kinds of the slowed chains that go on.
  func load(at now: Int64) -> (pending: Int, listeners: Int, slowed: [SlowedChain.Kind]) {
    state.withLock { ($0.pending.count, $0.subscriptions.count, $0.slowedChains.active(at: now).map(\.kind)) }
  }

  // MARK: History

  /// Waits until the writes that are pending now have completed, whether or not they succeed.
  func pendingWrites() async {
    await awaiting { [self] completed in
      let waits = state.withLock { state in
        guard let last = state.pending.indices.last else { return false }
        state.pending[last].waiting.append(Waiting { _ in completed(()) })
        return true
      }
      if !waits { completed(()) }
    }
  }

  /// Returns the query for the plan of a history move, once the pending writes have completed: a plan leads from a
  /// committed state.
  ///
  /// - Returns: nil: the request has to be sent without a plan, because it is refused, its key is known, or another change
  ///   is pending.
  func historyQuery(for request: ActionRequest) async -> HistoryQuery? {
    await pendingWrites()
    return state.withLock { historyQuery(for: request, $0) }
  }

  private func historyQuery(for request: ActionRequest, _ state: borrowing State) -> HistoryQuery? {
    guard let historyMove = request.historyMove, state.pending.isEmpty, !state.isDeleted else { return nil }
    // The history need not be read for a request that is repeated.
    if let key = request.key, state.idempotencyRecords.knows(key.text) { return nil }
    do throws(OutcomeError) {
      return try HistoryQuery(historyMove, from: state)
    } catch {
      // `send` refuses the request, after all other checks.
      return nil
    }
  }

  // MARK: Stored state

  /// Returns a new session as JSON and as it is stored. The JSON is not kept: most new sessions are not read before they
  /// change.
  func newSession() -> (json: [UInt8], session: StateSnapshot) {
    state.withLock { state in
      var writer = JSONWriter(capacity: encodedSize(state))
      let range = writer.append(session: self, state.draft.tree, state.version, state.metadata)
      let json = writer.bytes
      let snapshot = snapshot(state.version, state, json[range])
      if let flow = snapshot.flow { state.flow?.take(flow) }
      return (json, snapshot)
    }
  }

  /// Returns the state of a session that is not stored yet, such as an imported one.
  func wholeSnapshot() -> StateSnapshot { state.withLock { snapshot($0.version, $0) } }

  /// - Parameter navigation: The root container as JSON; nil: it is encoded.
  func snapshot(
    _ version: Version, _ state: borrowing State, _ navigation: ArraySlice<UInt8>? = nil
  ) -> StateSnapshot {
    var row = row(version, state.draft.tree, state)
    let flow = way(to: version, state)
    row.flow = flow?.end
    return StateSnapshot(
      session: row, navigation: navigation ?? state.draft.tree.root.text[...],
      revisionToken: state.commits?.position.revisionToken, flow: flow)
  }

  /// The row of the session.
  func row(_ version: Version, _ tree: Tree, _ state: borrowing State) -> SessionRow {
    SessionRow(
      id: id, app: apps.name, appVersion: tree.appVersion, revision: version.revision, createdAt: createdAt,
      updatedAt: version.updatedAt, activeAt: version.activeAt, nextID: tree.lastID, outputs: version.outputs,
      undoState: version.undoState, historyBytes: version.historyBytes, data: tree.data.bytes,
      tokenHash: state.tokenHash, metadata: state.metadata,
      focus: SessionFocus(current: tree.current.id, path: tree.currentPath))
  }
}
