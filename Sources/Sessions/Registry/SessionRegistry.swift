import Memory
import Navigation
import Synchronization

/// All sessions: finds their stores, loads them on demand, and unloads those that are not used.
package final class SessionRegistry: Sendable {
  let environment: SessionEnvironment
  let catalogue: AppCatalogue
  /// Enough shards that two event loops rarely contend for one.
  private let shards: [Shard]
  let memory: MemoryUse
  let leases: Leases
  let creations = RunningKeys()
  let readPermits = ReadPermits()

  /// The sessions whose ids share some bits.
  final class Shard: Sendable {
    let entries = Mutex<[SessionID: Entry]>([:])
  }

  enum Entry {
    case loaded(SessionStore)
    /// Being read; the callbacks wait for the result.
    case loading([@Sendable (Result<SessionStore?, JournalFailure>) -> Void])
  }

  /// - Parameter budget: Counts the memory of the sessions beside other memory that clients can grow; nil: a new budget
  ///   with the limits of the environment.
  package init(environment: SessionEnvironment, catalogue: AppCatalogue, budget: MemoryBudget? = nil) {
    self.environment = environment
    self.catalogue = catalogue
    shards = (0..<16).map { _ in Shard() }
    let limits = environment.limits
    let budget = budget ?? MemoryBudget(limit: limits.memory, ceiling: limits.memoryCeiling)
    memory = MemoryUse(budget: budget, limitPerApp: limits.memoryPerApp ?? limits.memoryCeiling / 4 * 3)
    leases = Leases(limit: limits.leases, budget: budget)
  }

  func shard(of id: SessionID) -> Shard {
    // Ids are random, so any bits will do.
    shards[Int(truncatingIfNeeded: id.low) & (shards.count - 1)]
  }

  package var limits: SessionLimits { environment.limits }

  /// Whether memory is too full for clients to load or create sessions. The server's own work, such as firing timers,
  /// continues.
  package var isFull: Bool { memory.isFull }

  /// The limit of nested containers in a session.
  package var treeDepth: Int { environment.limits.treeDepth }

  /// Whether clients that are limited to this app can load or create no more sessions.
  package func isFull(app: String) -> Bool { memory.isFull(app: app) }

  /// Whether the session is in memory.
  package func isLoaded(_ id: SessionID) -> Bool { loadedStore(id) != nil }

  /// The number of loaded sessions.
  package var loadedCount: Int {
    shards.reduce(0) { $0 + $1.entries.withLock { $0.count } }
  }

  /// Loads and projects the sessions whose tables were behind when the journal was opened, so that the journal need not
  /// be searched for their changes again.
  package func catchUp() {
    catchUp(environment.journal.behind[...])
  }

  private func catchUp(_ ids: ArraySlice<SessionID>) {
    guard let id = ids.first else { return }
    // Without growing the journal's stack.
    let next: @Sendable () -> Void = { [self] in
      environment.later { [self] in catchUp(ids.dropFirst()) }
    }
    find(id) { [self] result in
      guard case .success(let store?) = result else { return next() }
      environment.journal.project(store) { _ in next() }
    }
  }

  /// Finds a session's store, synchronously if it is loaded.
  ///
  /// - Parameter found: Called with nil when the session does not exist.
  func find(_ id: SessionID, found: @escaping @Sendable (Result<SessionStore?, JournalFailure>) -> Void) {
    enum Step {
      case found(SessionStore)
      case load
      case wait
    }
    let step = shard(of: id).entries.withLock { entries -> Step in
      switch entries[id] {
      case .loaded(let store):
        return .found(store)
      case .loading(let waiting):
        entries[id] = .loading(waiting + [found])
        return .wait
      case nil:
        entries[id] = .loading([found])
        return .load
      }
    }
    switch step {
    case .found(let store): found(.success(store))
    case .load: environment.journal.load(id) { [self] in read(id, $0) }
    case .wait: break
    }
  }

  /// Returns the store of a loaded session.
  func loadedStore(_ id: SessionID) -> SessionStore? {
    shard(of: id).entries.withLock { entries in
      if case .loaded(let store) = entries[id] { store } else { nil }
    }
  }

  private func read(_ id: SessionID, _ result: Result<StoredSession?, JournalFailure>) {
    switch result {
    case .failure(let failure): loaded(id, .failure(failure))
    case .success(nil): loaded(id, .success(nil))
    case .success(let stored?): recover(stored)
    }
  }

  /// Makes a store from the tables and all later changes.
  private func recover(_ stored: StoredSession) {
    let id = stored.session.id
    guard let app = catalogue.version(stored.session.appVersion, of: stored.session.app)?.app else {
      return loaded(
        id,
        .failure(
          .damaged(
            "The session needs `\(stored.session.app)` version \(stored.session.appVersion), which is not loaded; "
              + "start the server with that definition.")))
    }
    do throws(CorruptSession) {
      let recovery = try SessionRecovery(stored, app)
      guard let rest = recovery.rest else { return loaded(id, .success(try recovery.store())) }
      environment.journal.walk(rest, with: recovery) { [self] result in
        loaded(
          id, Result { () throws(PastFailure) in try result.get().recoveredStore() }.mapError { $0.failure(of: id) })
      }
    } catch {
      loaded(id, .failure(PastFailure.damaged(error).failure(of: id)))
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
    for found in waiting { found(made) }
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
      if case .loaded(let known) = entries[store.id], known === store { entries[store.id] = nil }
    }
    memory.forget(store)
  }

  /// The stores of all loaded sessions.
  var loadedStores: [SessionStore] {
    shards.flatMap { shard in
      shard.entries.withLock { entries in
        entries.values.compactMap { entry in
          if case .loaded(let store) = entry { store } else { nil }
        }
      }
    }
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
