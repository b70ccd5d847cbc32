import JSON
import Navigation

/// The start of a subscription: finds the session, subscribes the listener, then reads the changes that it has missed.
struct SubscriptionRequest: Sendable {
  let registry: SessionRegistry
  let id: SessionID
  let subscription: Subscription
  let point: ListeningPoint

  private var listener: any Listener { subscription.listener }

  func run() async -> Listening {
    do throws(JournalFailure) {
      while let store = try await registry.sessions.find(id) {
        if subscription.token != nil, registry.isFull(app: store.apps.name) {
          registry.unloadIfNeeded()
          return .shareTaken(app: store.apps.name)
        }
        let limit = registry.limits.listeners
        switch await store.subscribe(subscription, limit: limit, at: registry.environment.now()) {
        case nil: registry.sessions.forget(retired: store)
        case .began(let beginning): return await begin(beginning)
        case .deleted: return .deleted
        // As for a session that does not exist: the answer must not tell which ones there are (decision 0027).
        case .forbidden: return .notFound
        case .crowded: return .crowded(limit: limit)
        }
      }
      return .notFound
    } catch {
      return .failed(error)
    }
  }

  private func begin(_ beginning: SessionStore.Beginning) async -> Listening {
    do throws(PastFailure) {
      let version = beginning.version
      switch point {
      case .now: return state(of: beginning, isReset: false)
      case .after(let known):
        guard known >= version.undoState.oldest, known <= version.revision else {
          return state(of: beginning, isReset: true)
        }
        return .backlog(try await replay(beginning, after: known), isReset: false)
      case .afterOutput(let known):
        guard known <= version.outputs else { return state(of: beginning, isReset: true) }
        guard known < version.outputs else {
          return .backlog(try await replay(beginning, after: version.revision), isReset: false)
        }
        let first = try await findOutput(after: known, beginning)
        let last = (first ?? max(version.undoState.oldest, 2)) - 1
        return .backlog(try await replay(beginning, after: last), isReset: first == nil)
      }
    } catch {
      return await fail(beginning, error)
    }
  }

  /// Searches the outputs backwards for the first one that is unknown; reconnecting subscribers have mostly missed few.
  ///
  /// - Returns: The revision of the output; nil: it was pruned.
  private func findOutput(
    after known: Int, _ beginning: SessionStore.Beginning
  ) async throws(PastFailure) -> Int? {
    let version = beginning.version
    let oldest = max(version.undoState.oldest, 2)
    let query =
      oldest <= version.revision
      ? PastQuery(session: id, selection: .descending(oldest...version.revision), content: .outputs) : nil
    // Waits without a limit, since the number of streams has its own (decision 0037).
    _ = await registry.readPermits.acquire(for: id, waitsAlways: true)
    defer { registry.readPermits.restore(id) }
    return try await registry.environment.journal.walk(query, with: OutputSearch(after: known)).first
  }

  /// Starts with the changes after a revision.
  private func replay(
    _ beginning: SessionStore.Beginning, after revision: Int
  ) async throws(PastFailure) -> EventReplay {
    _ = await registry.readPermits.acquire(for: id, waitsAlways: true)
    defer { registry.readPermits.restore(id) }
    return try await EventReplay.begin(
      after: revision, of: beginning.store, until: beginning, from: registry.environment.journal, for: listener)
  }

  private func state(of beginning: SessionStore.Beginning, isReset: Bool) -> Listening {
    var json = JSONWriter(capacity: 512 + beginning.tree.size)
    json.append(session: beginning.store, beginning.tree, beginning.version, beginning.store.metadata)
    return .snapshot(json.bytes, revision: beginning.version.revision, isReset: isReset)
  }

  /// Answers that the missed changes could not be read. They may have been deleted or pruned in the meantime.
  private func fail(_ beginning: SessionStore.Beginning, _ failure: PastFailure) async -> Listening {
    let store = beginning.store
    switch failure {
    case .unread(let failure):
      store.stopListening(listener)
      return .failed(failure)
    case .damaged(let error):
      await registry.bringUpToDate(store)
      if store.isDeleted { return .deleted }
      guard store.oldest <= beginning.version.undoState.oldest else { return state(of: beginning, isReset: true) }
      store.stopListening(listener)
      if store.isRetired { return .failed(.overtaken) }
      return .failed(.damaged("The history of the session \(id.text) cannot be read: \(error.detail)."))
    }
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
