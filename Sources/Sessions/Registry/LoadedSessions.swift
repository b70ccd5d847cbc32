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

  /// Uses the store of a session; nil: the session does not exist.
  ///
  /// - Returns: false when the store was unloaded in the meantime. The session is looked up again then.
  typealias Use = @Sendable (Result<SessionStore?, JournalFailure>) -> Bool

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
    /// Being read; the callbacks wait for the result.
    case loading([Use])
  }

  enum Lookup {
    case found(SessionStore)
    case mustLoad
    case waits
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

  /// Finds a session's store, synchronously if it is loaded.
  ///
  /// - Parameter found: Called with nil when the session does not exist.
  func find(_ id: SessionID, found: @escaping @Sendable (Result<SessionStore?, JournalFailure>) -> Void) {
    use(id) { result in
      found(result)
      return true
    }
  }

  /// Finds a session's store for a use that has to be repeated if the store was unloaded in the meantime.
  func use(_ id: SessionID, _ body: @escaping Use) {
    if let node = environment.shared { return use(id, onNode: node, body) }
    useLoaded(id, body)
  }

  /// Finds a session's store, which may lack commits of other nodes.
  func useLoaded(_ id: SessionID, _ body: @escaping Use) {
    while true {
      switch lookUp(id, body) {
      case .found(let store):
        if call(body, .success(store)) { return }
        // The thread that retired the store may not have removed it yet; without this it would be found again.
        forget(store)
      case .mustLoad: return load(id)
      case .waits: return
      }
    }
  }

  /// Uses a store, and notes its session as the work of the thread.
  func call(_ body: Use, _ result: Result<SessionStore?, JournalFailure>) -> Bool {
    guard case .success(let store?) = result else { return body(result) }
    return ThreadWork.during(store) { body(result) }
  }

  /// - Parameters:
  ///   - body: Waits for the session if it has to be read.
  ///   - joining: Waits instead if the session is already being read; nil: `body`.
  func lookUp(_ id: SessionID, _ body: @escaping Use, joining: Use? = nil) -> Lookup {
    shard(of: id).entries.withLock { entries in
      switch entries[id] {
      case .loaded(let store):
        return .found(store)
      case .loading(let waiting):
        entries[id] = .loading(waiting + [ThreadWork.continued(joining ?? body)])
        return .waits
      case nil:
        entries[id] = .loading([ThreadWork.continued(body)])
        return .mustLoad
      }
    }
  }

  // MARK: Loading

  func load(_ id: SessionID) {
    // Not in the way of each request: a session in quarantine is never in memory (decision 0092).
    if let failure = catalogue.traps.failure(of: id) { return loaded(id, .failure(failure)) }
    environment.journal.load(id) { [self] in read(id, $0) }
  }

  private func read(_ id: SessionID, _ result: Result<StoredSession?, JournalFailure>) {
    switch result {
    case .failure(let failure): loaded(id, .failure(failure))
    case .success(nil): loaded(id, .success(nil))
    case .success(let stored?): recover(stored)
    }
  }

  /// Makes a store from the tables and all later changes.
  ///
  /// - Parameter isCurrent: Whether the catalogue has the apps that other nodes had defined when the session was read.
  private func recover(_ stored: StoredSession, isCurrent: Bool = false) {
    let (id, app) = (stored.session.id, stored.session.app)
    if let failure = catalogue.traps.failure(ofSessionsOf: app) { return loaded(id, .failure(failure)) }
    ThreadWork.during(.session(id, app: app)) { build(stored, isCurrent: isCurrent) }
  }

  private func build(_ stored: StoredSession, isCurrent: Bool) {
    guard let app = catalogue.version(stored.session.appVersion, of: stored.session.app)?.app else {
      if let failure = catalogue.failure(ofSkipped: stored.session.appVersion, of: stored.session.app) {
        return loaded(stored.session.id, .failure(failure))
      }
      return recovered(
        stored, isCurrent: isCurrent,
        .failure(
          .damaged(
            "The session needs `\(stored.session.app)` version \(stored.session.appVersion), which is not loaded; "
              + "start the server with that definition.")))
    }
    do throws(CorruptSession) {
      let recovery = try SessionRecovery(stored, app, in: catalogue)
      guard let rest = recovery.rest else {
        return recovered(stored, isCurrent: isCurrent, .success(try recovery.store()))
      }
      environment.journal.walk(rest, with: recovery) { [self] result in
        recovered(
          stored, isCurrent: isCurrent,
          Result { () throws(PastFailure) in try result.get().recoveredStore() }
            .mapError { $0.failure(of: stored.session.id) })
      }
    } catch {
      recovered(stored, isCurrent: isCurrent, .failure(PastFailure.damaged(error).failure(of: stored.session.id)))
    }
  }

  /// Takes a recovered store. If there is none, the session or its changes may need a version of the app that another node
  /// has defined in the meantime.
  private func recovered(_ stored: StoredSession, isCurrent: Bool, _ made: Result<SessionStore?, JournalFailure>) {
    if case .failure(.damaged) = made, !isCurrent, let node = environment.shared {
      node.refreshCatalogues { [self] in recover(stored, isCurrent: true) }
    } else {
      loaded(stored.session.id, made)
    }
  }

  private func loaded(_ id: SessionID, _ made: Result<SessionStore?, JournalFailure>) {
    // No request has the store yet. The lease outlives an unloading.
    if case .success(let store?) = made, let lease = leases[id] { store.state.withLock { $0.lease = lease } }
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
      memory.admit(store)
      // Project again the changes that the tables lack.
      if store.state.withLock({ !$0.dirtyRows.isEmpty }) { environment.journal.project(store) { _ in } }
    }
    // Outside of the shard's lock. The first users may cause an unloading, after which the others look the session up
    // again.
    for body in waiting where !call(body, made) { use(id, body) }
    unloadIfNeeded()
  }

  /// Makes a new store available once it is durable, unless a lookup has already loaded the session.
  func add(_ store: SessionStore) {
    let isAdded = shard(of: store.id).entries.withLock { entries in
      guard entries[store.id] == nil else { return false }
      entries[store.id] = .loaded(store)
      return true
    }
    guard isAdded else { return }
    memory.admit(store)
    unloadIfNeeded()
  }

  func forget(_ store: SessionStore) {
    shard(of: store.id).entries.withLock { entries in
      // The session may have been loaded anew since, into another store.
      if case .loaded(let known) = entries[store.id], known === store { entries[store.id] = nil }
    }
    memory.forget(store)
  }
}

extension SessionRecovery {
  fileprivate func recoveredStore() throws(PastFailure) -> SessionStore? {
    do throws(CorruptSession) { return try store() } catch { throw .damaged(error) }
  }
}

extension PastFailure {
  fileprivate func failure(of session: SessionID) -> JournalFailure {
    switch self {
    case .unread(let failure): failure
    case .damaged(let error): .damaged("The session \(session.text) cannot be read: \(error.detail).")
    }
  }
}
