import Support
import Navigation
import Synchronization

/// All sessions: passes each request to the store of its session, which is loaded if necessary.
package final class SessionRegistry: Sendable {
  let environment: SessionEnvironment
  let catalogue: AppCatalogue
  let sessions: LoadedSessions
  let memory: MemoryUse
  let leases: Leases
  let creations = RunningKeys()
  let readPermits = ReadPermits()
  /// Idle until the registry starts it.
  package let batches: BatchRunner

  /// - Parameter budget: Counts the memory of the sessions beside other memory that clients can grow; nil: a new budget
  ///   with the limits of the environment.
  package init(environment: SessionEnvironment, catalogue: AppCatalogue, budget: MemoryBudget? = nil) {
    self.environment = environment
    self.catalogue = catalogue
    let limits = environment.limits
    let budget = budget ?? MemoryBudget(limit: limits.memory, ceiling: limits.memoryCeiling)
    memory = MemoryUse(budget: budget, limitPerApp: limits.memoryPerApp ?? limits.memoryCeiling / 4 * 3)
    leases = Leases(limit: limits.leases, budget: budget)
    sessions = LoadedSessions(environment: environment, catalogue: catalogue, memory: memory, leases: leases)
    batches = BatchRunner(sessions: sessions)
  }

  package var limits: SessionLimits { environment.limits }

  package var traps: TrapQuarantine { catalogue.traps }

  /// Whether memory is too full for clients to load or create sessions. The server's own work, such as firing timers,
  /// continues.
  package var isFull: Bool { memory.isFull }

  /// The limit of nested containers in a session.
  package var treeDepth: Int { environment.limits.treeDepth }

  /// Whether clients that are limited to this app can load or create no more sessions.
  package func isFull(app: String) -> Bool { memory.isFull(app: app) }

  /// Whether the session is in memory.
  package func isLoaded(_ id: SessionID) -> Bool { sessions[id] != nil }

  /// The number of loaded sessions.
  package var loadedCount: Int { sessions.count }

  /// Unloads the least recently used sessions when memory use exceeds the limit.
  package func unloadIfNeeded() { sessions.unloadIfNeeded() }

  /// Calls `body` once memory has room for another session, or when no more can be unloaded.
  package func whenRoom(_ body: @escaping @Sendable () -> Void) { sessions.whenRoom(body) }

  /// Reports the tokens of a session, also of a deleted one; nil when the session never existed.
  ///
  /// While memory is full the session is not loaded for this, since the request may be refused.
  package func access(
    to id: SessionID, answer: @escaping @Sendable (Result<SessionAccess?, JournalFailure>) -> Void
  ) {
    let found: @Sendable (Result<SessionAccess?, JournalFailure>) -> Void = { [environment] result in
      guard case .success(nil) = result else { return answer(result) }
      environment.journal.tombstone(of: id) { answer($0.map { $0.flatMap(SessionAccess.init) }) }
    }
    if isFull, !isLoaded(id) {
      environment.journal.identity(of: id) { [catalogue] result in
        found(
          result.map { identity in
            identity.map { SessionAccess($0, catalogue.version($0.appVersion, of: $0.app)?.app.clientRole ?? .lead) }
          })
      }
    } else {
      sessions.find(id) { found($0.map { $0?.access }) }
    }
  }

  /// Reports the app of a session, in the version that the session has; nil if the session does not exist.
  package func app(
    of id: SessionID, answer: @escaping @Sendable (Result<AppCatalogue.Entry?, JournalFailure>) -> Void
  ) {
    sessions.find(id) { [catalogue] result in
      answer(
        result.map { store in
          store.flatMap { catalogue.version($0.currentApp.version, of: $0.currentApp.name) }
        })
    }
  }

  /// Lists sessions page by page.
  ///
  /// A page that is not the last may hold fewer than `limit` sessions, since at most ``SessionListing/mostExamined``
  /// are examined.
  package func list(
    _ filter: SessionFilter, after: SessionID?, limit: Int,
    listed: @escaping @Sendable (Result<SessionPage, JournalFailure>) -> Void
  ) {
    let counted: @Sendable (Result<SessionPage, JournalFailure>) -> Void = { [presences] result in
      guard case .success(let page) = result, let presences else { return listed(result) }
      presences.count(on: page, counted: listed)
    }
    SessionListing(sessions: sessions, filter: filter, limit: limit, listed: counted).read(on: SessionPage(next: after))
  }
}
