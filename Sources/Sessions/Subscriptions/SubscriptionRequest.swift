import JSON
import Navigation

/// The start of a subscription: finds the session, subscribes the listener, then reads the changes that it has missed.
struct SubscriptionRequest: Sendable {
  let registry: SessionRegistry
  let id: SessionID
  let subscription: Subscription
  let point: ListeningPoint
  let began: @Sendable (Listening) -> Void

  private var listener: any Listener { subscription.listener }

  /// Finds the session, which is loaded if necessary.
  func start() {
    registry.sessions.use(id) { result in
      switch result {
      case .success(let store?): return subscribe(to: store)
      case .success(nil): began(.notFound)
      case .failure(let failure): began(.failed(failure))
      }
      return true
    }
  }

  /// - Returns: false when the store was unloaded.
  private func subscribe(to store: SessionStore) -> Bool {
    if subscription.token != nil, registry.isFull(app: store.apps.name) {
      registry.unloadIfNeeded()
      began(.shareTaken(app: store.apps.name))
      return true
    }
    let limit = registry.limits.listeners
    return store.subscribe(subscription, limit: limit, at: registry.environment.now()) { result in
      switch result {
      case .began(let beginning): begin(beginning)
      case .deleted: began(.deleted)
      // As for a session that does not exist: the answer must not tell which ones there are (decision 0027).
      case .forbidden: began(.notFound)
      case .crowded: began(.crowded(limit: limit))
      }
    }
  }

  private func begin(_ beginning: SessionStore.Beginning) {
    let version = beginning.version
    switch point {
    case .now:
      beginWithState(beginning, isReset: false)
    case .after(let known):
      guard known >= version.undoState.oldest, known <= version.revision else {
        return beginWithState(beginning, isReset: true)
      }
      replay(beginning, after: known, isReset: false)
    case .afterOutput(let known):
      guard known <= version.outputs else { return beginWithState(beginning, isReset: true) }
      guard known < version.outputs else { return replay(beginning, after: version.revision, isReset: false) }
      findOutput(after: known, beginning)
    }
  }

  /// Searches the outputs backwards for the first one that is unknown; reconnecting subscribers have mostly missed few.
  private func findOutput(after known: Int, _ beginning: SessionStore.Beginning) {
    let version = beginning.version
    let oldest = max(version.undoState.oldest, 2)
    let query =
      oldest <= version.revision
      ? PastQuery(session: id, selection: .descending(oldest...version.revision), content: .outputs) : nil
    // Waits without a limit, since the number of streams has its own (decision 0037).
    registry.readPermits.withPermit(for: id) { permit in
      registry.environment.journal.walk(query, with: OutputSearch(after: known)) { result in
        permit.restore()
        switch result {
        case .failure(let failure): fail(beginning, failure)
        case .success(let search):
          replay(beginning, after: (search.first ?? oldest) - 1, isReset: search.first == nil)
        }
      }
    }
  }

  /// Starts with the changes after a revision.
  private func replay(_ beginning: SessionStore.Beginning, after revision: Int, isReset: Bool) {
    registry.readPermits.withPermit(for: id) { permit in
      EventReplay.begin(
        after: revision, of: beginning.store, until: beginning, from: registry.environment.journal,
        for: listener
      ) { result in
        permit.restore()
        switch result {
        case .success(let backlog): began(.backlog(backlog, isReset: isReset))
        case .failure(let failure): fail(beginning, failure)
        }
      }
    }
  }

  private func beginWithState(_ beginning: SessionStore.Beginning, isReset: Bool) {
    var json = JSONWriter(capacity: 512 + beginning.tree.size)
    json.append(session: beginning.store, beginning.tree, beginning.version, beginning.store.metadata)
    began(.snapshot(json.bytes, revision: beginning.version.revision, isReset: isReset))
  }

  /// Answers that the missed changes could not be read.
  private func fail(_ beginning: SessionStore.Beginning, _ failure: PastFailure) {
    let store = beginning.store
    switch failure {
    case .unread(let failure):
      store.stopListening(listener)
      began(.failed(failure))
    case .damaged(let error): registry.bringUpToDate(store) { fail(beginning, error) }
    }
  }

  /// Answers that the missed changes are not there. They may have been deleted or pruned in the meantime.
  private func fail(_ beginning: SessionStore.Beginning, _ error: CorruptSession) {
    let store = beginning.store
    if store.isDeleted { return began(.deleted) }
    guard store.oldest <= beginning.version.undoState.oldest else {
      return beginWithState(beginning, isReset: true)
    }
    store.stopListening(listener)
    if store.isRetired { return began(.failed(.overtaken)) }
    began(.failed(.damaged("The history of the session \(id.text) cannot be read: \(error.detail).")))
  }
}

/// A backwards search for the first output that a subscriber does not know.
private struct OutputSearch: PastVisitor {
  private let known: Int
  /// The revision of the first unknown output, once found.
  private(set) var first: Int?
  var isDone: Bool { first != nil }

  init(after known: Int) {
    self.known = known
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    guard change.hasOutputs else { return }
    let outputs = try JSONValue(stored: change.outputs, "the outputs of revision \(change.revision)")
    if let seq = outputs.arrayValue?.first?["seq"]?.integerValue, seq <= known + 1 { first = change.revision }
  }
}
