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
  let keyed = KeyedSessions()
  let readPermits = ReadPermits()
  let catchUps = CatchUps()
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

  /// nil: nothing is traced.
  package var tracer: Tracer? { environment.tracer }

  package var traps: TrapQuarantine { catalogue.traps }

  /// Whether memory is too full for clients to load or create sessions. The server's own work, such as firing timers,
  /// continues.
  package var isFull: Bool { memory.isFull }

  /// Whether clients that are limited to this app can load or create no more sessions.
  package func isFull(app: String) -> Bool { memory.isFull(app: app) }

  /// Whether the session is in memory.
  package func isLoaded(_ id: SessionID) -> Bool { sessions[id] != nil }

  /// The number of loaded sessions.
  package var loadedCount: Int { sessions.count }

  /// Unloads the least recently used sessions when memory use exceeds the limit.
  package func unloadIfNeeded() { sessions.unloadIfNeeded() }

  /// Waits until memory has room for another session, or no more can be unloaded.
  package func whenRoom() async { await sessions.whenRoom() }

  /// The store of a session, if it is in memory and no other node may have changed the session.
  package func loaded(_ id: SessionID) -> SessionStore? { sessions.current(id) }

  /// Reports the tokens of a session, also of a deleted one; nil when the session never existed.
  ///
  /// While memory is full the session is not loaded for this, since the request may be refused.
  package func access(to id: SessionID) async throws(JournalFailure) -> SessionAccess? {
    let access =
      isFull && !isLoaded(id)
      ? try await environment.journal.identity(of: id).map { identity in
        let app = catalogue.version(identity.appVersion, of: identity.app)?.app
        return SessionAccess(identity, app?.clientRole ?? .lead)
      }
      : try await sessions.find(id)?.access
    if let access { return access }
    return try await environment.journal.tombstone(of: id).flatMap(SessionAccess.init)
  }

  /// Reports the name of a session's app without loading the session; nil if it does not exist.
  package func appName(of id: SessionID) async throws(JournalFailure) -> String? {
    if let store = sessions[id] { return store.appName }
    return try await environment.journal.identity(of: id)?.app
  }

  /// Reports the app of a session, in the version that the session has; nil if the session does not exist.
  package func entry(of id: SessionID) async throws(JournalFailure) -> AppCatalogue.Entry? {
    guard let app = try await currentApp(of: id) else { return nil }
    return catalogue.version(app.version, of: app.name)
  }

  /// Finds the app of a session; nil if there is no such session.
  package func currentApp(of id: SessionID) async throws(JournalFailure) -> App? {
    try await sessions.find(id)?.currentApp
  }

  /// Lists sessions page by page.
  ///
  /// A page that is not the last may hold fewer than `limit` sessions, since at most ``SessionListing/mostExamined``
  /// are examined.
  package func list(
    _ filter: SessionFilter, after: SessionID?, limit: Int
  ) async throws(JournalFailure) -> SessionPage {
    let page = try await SessionListing(sessions: sessions, filter: filter, limit: limit).read(after: after)
    return try await presences?.counted(page) ?? page
  }

  /// Counts the sessions of an app by the values of some dimensions, once the snapshots of an earlier process are up to date.
  package func count(_ query: SessionCountQuery) async throws(JournalFailure) -> SessionCounts {
    await catchUps.whenDone()
    return try await environment.journal.count(query)
  }
}
