import Navigation
import Synchronization

/// The sessions in memory: finds their stores, loads them on demand, and unloads those that are not used.
final class LoadedSessions: Sendable {
  let environment: SessionEnvironment
  let catalogue: AppCatalogue
  let memory: MemoryUse
  let leases: Leases
  /// Enough shards that two event loops rarely contend for one, and that one of them can be searched for sessions to
  /// unload while a request waits.
  private let shards: [Shard]
  /// The number of shards searched so far.
  private let sweeps = Atomic(0)
  let rounds = Mutex(UnloadingRound())

  /// The result of a search; nil: the session does not exist.
  typealias Found = Result<SessionStore?, JournalFailure>

  /// The sessions whose ids share some bits.
  private final class Shard: Sendable {
    let entries = Mutex<[SessionID: Entry]>([:])

    var stores: [SessionStore] {
      entries.withLock { entries in
        entries.values.compactMap { entry in
          if case .loaded(let store) = entry { store } else { nil }
        }
      }
    }
  }

  private enum Entry {
    case loaded(SessionStore)
    /// Being read; these wait for the result.
    case loading([@Sendable (Found) -> Void])
  }

  /// The requests that a thread serves with the session that they waited for. Nothing is unloaded before all have used it:
  /// otherwise the next one would have to load the session again.
  final class Serving: @unchecked Sendable {
    var wantsUnloading = false
  }

  static let serving = ThreadValue<Serving>()

  /// The place where a session's store was found.
  enum Source {
    case memory
    /// The journal, which was read for this request.
    case journal
    /// A read of the stored session that had begun before.
    case earlierRead
  }

  init(environment: SessionEnvironment, catalogue: AppCatalogue, memory: MemoryUse, leases: Leases) {
    self.environment = environment
    self.catalogue = catalogue
    self.memory = memory
    self.leases = leases
    shards = (0..<256).map { _ in Shard() }
  }

  private func shard(of id: SessionID) -> Shard {
    // Ids are random, so any bits will do.
    shards[Int(truncatingIfNeeded: id.low) & (shards.count - 1)]
  }

  /// Returns the store of a session if it is loaded.
  subscript(id: SessionID) -> SessionStore? {
    shard(of: id).entries.withLock { entries in
      if case .loaded(let store) = entries[id] { store } else { nil }
    }
  }

  /// The stores of all loaded sessions.
  var all: [SessionStore] { shards.flatMap(\.stores) }

  /// The stores of the next shard, the number of which goes round.
  var nextShard: [SessionStore] {
    shards[sweeps.add(1, ordering: .relaxed).oldValue & (shards.count - 1)].stores
  }

  var shardCount: Int { shards.count }

  /// The number of loaded sessions.
  var count: Int {
    shards.reduce(0) { $0 + $1.entries.withLock { $0.count } }
  }

  // MARK: Finding

  /// Finds a session's store, which is loaded if necessary; nil: the session does not exist.
  ///
  /// The store may be unloaded before it is used. Its user has to call `forget(retired:)` then, and to look the session
  /// up again.
  func find(_ id: SessionID) async throws(JournalFailure) -> SessionStore? {
    environment.node.isSole ? try await findLoaded(id) : try await findChecked(id)
  }

  /// Finds a session's store, which may lack commits of other nodes.
  func findLoaded(_ id: SessionID) async throws(JournalFailure) -> SessionStore? {
    try await lookUp(id).found.get()
  }

  func lookUp(_ id: SessionID) async -> (found: Found, source: Source) {
    if let store = self[id] { return (.success(store), .memory) }
    var source = Source.memory
    let found = await awaiting { [self] waiter in
      let store = shard(of: id).entries.withLock { entries -> SessionStore? in
        switch entries[id] {
        case .loaded(let store): return store
        case .loading(let waiting):
          entries[id] = .loading(waiting + [waiter])
          source = .earlierRead
        case nil:
          entries[id] = .loading([waiter])
          source = .journal
        }
        return nil
      }
      if let store { waiter(.success(store)) }
      // In a task of its own, since all that wait are served in their order.
      if source == .journal {
        // Before the load: after it the session would be unloaded before it is used, if memory has no room.
        unloadIfNeeded()
        Task.inline { [self] in await load(id) }
      }
    }
    return (found, source)
  }

  // MARK: Loading

  private func load(_ id: SessionID) async {
    do throws(JournalFailure) { loaded(id, .success(try await read(id))) } catch { loaded(id, .failure(error)) }
  }

  private func read(_ id: SessionID) async throws(JournalFailure) -> SessionStore? {
    // Not in the way of each request: a session in quarantine is never in memory (decision 0092).
    if let failure = catalogue.traps.failure(of: id) { throw failure }
    guard let stored = try await environment.journal.load(id) else { return nil }
    do throws(JournalFailure) {
      return try await recover(stored)
    } catch {
      // The session or its changes may need a version of the app that another node has defined in the meantime.
      guard case .damaged = error, await environment.node.refreshCatalogues() else { throw error }
      return try await recover(stored)
    }
  }

  /// Makes a store from the snapshot and all later changes.
  private func recover(_ stored: StoredSession) async throws(JournalFailure) -> SessionStore {
    let subject = TrapSubject.session(stored.session.id, app: stored.session.app)
    if let failure = catalogue.traps.failure(ofSessionsOf: stored.session.app) { throw failure }
    let app = try app(of: stored.session)
    do throws(PastFailure) {
      var recovery = try ThreadWork.during(subject) { () throws(PastFailure) in
        try PastFailure.finding { () throws(CorruptSession) in try SessionRecovery(stored, app, in: catalogue) }
      }
      if let rest = recovery.rest { recovery = try await environment.journal.walk(rest, with: recovery) }
      return try ThreadWork.during(subject) { [recovery] () throws(PastFailure) in
        try PastFailure.finding { () throws(CorruptSession) in try recovery.store() }
      }
    } catch {
      switch error {
      case .unread(let failure): throw failure
      case .damaged(let error):
        throw .damaged("The session \(stored.session.id.text) cannot be read: \(error.detail).")
      }
    }
  }

  private func app(of row: SessionRow) throws(JournalFailure) -> App {
    if let app = catalogue.version(row.appVersion, of: row.app)?.app { return app }
    throw catalogue.failure(ofSkipped: row.appVersion, of: row.app)
      ?? .damaged(
        "The session needs `\(row.app)` version \(row.appVersion), which is not loaded; "
          + "start the server with that definition.")
  }

  private func loaded(_ id: SessionID, _ made: Found) {
    // No request has the store yet. The lease outlives an unloading.
    if case .success(let store?) = made {
      memory.assign(store)
      if let lease = leases[id] { store.state.withLock { $0.lease = lease } }
    }
    let waiting = shard(of: id).entries.withLock { entries in
      guard case .loading(let waiting) = entries[id] else { preconditionFailure("a session was loaded unasked") }
      entries[id] = if case .success(let store?) = made { .loaded(store) } else { nil }
      return waiting
    }
    if case .failure(.damaged(let detail)) = made {
      environment.quarantine.admit(id, because: detail)
    } else if case .success = made {
      environment.quarantine.release(id)
    }
    if case .success(let store?) = made {
      memory.record(store)
      if store.state.withLock({ $0.isSnapshotBehind }) { environment.storeSnapshot(of: store) }
    }
    // Outside of the shard's lock, in their order.
    let serving = Serving()
    Self.serving.withValue(serving) {
      for waiter in waiting { waiter(made) }
    }
    if serving.wantsUnloading { unloadIfNeeded() }
  }

  /// Makes a new store available once it is durable, unless a lookup has already loaded the session.
  func add(_ store: SessionStore) {
    memory.assign(store)
    let isAdded = shard(of: store.id).entries.withLock { entries in
      guard entries[store.id] == nil else { return false }
      entries[store.id] = .loaded(store)
      return true
    }
    guard isAdded else { return }
    memory.record(store)
    unloadIfNeeded()
  }

  /// Forgets a store that was unloaded, which the thread that retired it may not have done yet. A store that can catch up
  /// with other nodes is kept.
  func forget(retired store: SessionStore) {
    if store.isLost { forget(store) }
  }

  func forget(_ store: SessionStore) {
    shard(of: store.id).entries.withLock { entries in
      // The session may have been loaded anew since, into another store.
      if case .loaded(let known) = entries[store.id], known === store { entries[store.id] = nil }
    }
    memory.forget(store)
  }
}
