import Memory
import Navigation
import Synchronization

/// All sessions: finds the store of one, loads it when it is not in memory, and unloads what has not been used.
package final class SessionRegistry: Sendable {
  let environment: SessionEnvironment
  let catalogue: AppCatalogue
  /// So many that two event loops seldom want the same.
  private let shards: [Shard]
  let memory: MemoryUse
  let leases: Leases
  let creations = RunningKeys()
  let readPermits = ReadPermits()

  /// A part of the sessions, found by its id.
  final class Shard: Sendable {
    let entries = Mutex<[SessionID: Entry]>([:])
  }

  enum Entry {
    case loaded(SessionStore)
    /// Being read; who wants it waits here.
    case loading([@Sendable (Result<SessionStore?, JournalFailure>) -> Void])
  }

  /// - Parameter budget: Counts what the sessions take beside all else that clients can make grow; nil: one of its own, as the
  ///   limits have it.
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
    // An id is random: any of its bits will do.
    shards[Int(truncatingIfNeeded: id.low) & (shards.count - 1)]
  }

  package var limits: SessionLimits { environment.limits }

  /// Whether the sessions in memory take so much that clients should bring no other into it. What the server does by itself,
  /// such as firing a timer, goes on.
  package var isFull: Bool { memory.isFull }

  /// How many containers of a session may lie inside each other.
  package var treeDepth: Int { environment.limits.treeDepth }

  /// Whether the sessions of one app take so much that clients that may use that app alone should bring no more into memory.
  package func isFull(app: String) -> Bool { memory.isFull(app: app) }

  package func isLoaded(_ id: SessionID) -> Bool { loadedStore(id) != nil }

  /// How many sessions are in memory.
  package var loadedCount: Int {
    shards.reduce(0) { $0 + $1.entries.withLock { $0.count } }
  }

  /// Loads and projects the sessions whose tables were behind when the journal was opened, one after the other, so that
  /// the journal need not be searched for their changes again.
  package func catchUp() {
    catchUp(environment.journal.behind[...])
  }

  private func catchUp(_ ids: ArraySlice<SessionID>) {
    guard let id = ids.first else { return }
    // Not deeper in the journal's stack with each session.
    let next: @Sendable () -> Void = { [self] in
      environment.later { [self] in catchUp(ids.dropFirst()) }
    }
    find(id) { [self] result in
      guard case .success(let store?) = result else { return next() }
      environment.journal.project(store) { _ in next() }
    }
  }

  /// Finds a session's store; at once when it is in memory.
  ///
  /// - Parameter found: nil: there is no such session.
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

  /// The store of a session that is in memory.
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

  /// Makes a store of what the tables show, and of all changes after that.
  private func recover(_ stored: StoredSession) {
    let id = stored.session.id
    guard let app = catalogue.version(stored.session.appVersion, of: stored.session.app)?.app else {
      return loaded(
        id,
        .failure(
          .damaged(
            "The session is of `\(stored.session.app)` version \(stored.session.appVersion), which is not loaded; "
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
    // No request has the store yet, and the lease outlived the former one.
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
      // What the tables do not show yet is on its way again.
      if store.state.withLock({ !$0.dirtyRows.isEmpty }) { environment.journal.project(store) { _ in } }
    }
    for found in waiting { found(made) }
    unloadIfNeeded()
  }

  /// A new store becomes known once it is durable; unless somebody has found the session by himself already.
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

  /// All stores in memory.
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
