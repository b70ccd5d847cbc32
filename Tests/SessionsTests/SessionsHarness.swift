import ExampleApps
import JSON
import TestSupport
import Navigation
import Synchronization
import Testing

@testable import Sessions

/// Sessions with a journal in memory and a manual clock.
struct SessionsHarness: Sendable {
  let clock: ManualClock
  let journal: MemoryJournal
  let registry: SessionRegistry

  init(
    _ settings: MemoryJournal.Settings = MemoryJournal.Settings(),
    apps: [App] = [Counter.app, .shelves, .wakeup, .lamp, TimerTestApp.app, .waiting, MessageTestApp.app],
    turns: TurnQueue? = nil, limits change: (inout SessionLimits) -> Void = { _ in }
  ) {
    let clock = ManualClock()
    self.clock = clock
    var limits = SessionLimits()
    change(&limits)
    journal = MemoryJournal(settings) { clock.now }
    registry = SessionRegistry(
      environment: SessionEnvironment(journal: journal, now: { clock.now }, limits: limits, turns: turns),
      catalogue: AppCatalogue(compiled: apps))
  }

  /// Simulates a restart on the journal of another harness.
  ///
  /// - Parameter copy: Whether the other harness stays in use: it keeps its journal, and this one gets a copy.
  init(
    after other: SessionsHarness, copy: Bool = false, apps: [App]? = nil,
    limits change: (inout SessionLimits) -> Void = { _ in }
  ) {
    let journal = copy ? MemoryJournal(copyOf: other.journal) : other.journal
    self.journal = journal
    var limits = other.registry.environment.limits
    change(&limits)
    let clock = other.clock
    self.clock = clock
    registry = SessionRegistry(
      environment: SessionEnvironment(journal: journal, now: { clock.now }, limits: limits),
      catalogue: apps.map { AppCatalogue(compiled: $0) } ?? other.registry.catalogue)
  }

  // MARK: Requests

  private var client: SessionClient { SessionClient(registry) }

  @discardableResult
  func create(
    _ app: App = Counter.app, data: JSONObject? = nil, navigation: JSONValue? = nil, key: IdempotencyKey? = nil,
    made: (@Sendable (SessionID) -> Void)? = nil
  ) -> Asked {
    let asked = Asked()
    Task.inline { [client] in
      let creation = await client.create(app, data: data, navigation: navigation, key: key)
      asked.record(creation)
      if case .created(let id, _, _) = creation { made?(id) }
    }
    return asked
  }

  /// Creates a session, commits it and returns its id.
  func session(
    _ app: App = Counter.app, data: JSONObject? = nil, navigation: JSONValue? = nil
  ) throws -> SessionID {
    let made = Made()
    create(app, data: data, navigation: navigation) { made.set($0) }
    journal.settle()
    return try #require(made.id)
  }

  @discardableResult
  func send(
    _ actions: Action..., to id: SessionID, ifMatch precondition: Precondition? = nil, key: IdempotencyKey? = nil,
    wantsSession: Bool = false, then: @escaping @Sendable () -> Void = {}
  ) -> Asked {
    send(batch: actions, to: id, ifMatch: precondition, key: key, wantsSession: wantsSession, then: then)
  }

  @discardableResult
  func send(
    batch actions: [Action], to id: SessionID, ifMatch precondition: Precondition? = nil, key: IdempotencyKey? = nil,
    wantsSession: Bool = false, then: @escaping @Sendable () -> Void = {}
  ) -> Asked {
    let asked = Asked()
    Task.inline { [client] in
      asked.record(
        await client.send(actions, to: id, ifMatch: precondition, key: key, wantsSession: wantsSession))
      then()
    }
    return asked
  }

  /// Sends actions and commits all changes that wait.
  @discardableResult
  func commit(
    _ actions: Action..., to id: SessionID, ifMatch precondition: Precondition? = nil, key: IdempotencyKey? = nil,
    wantsSession: Bool = false
  ) -> Asked {
    let asked = send(batch: actions, to: id, ifMatch: precondition, key: key, wantsSession: wantsSession)
    journal.settle()
    return asked
  }

  /// Sends an undo, a redo or a jump, and commits all changes that wait.
  @discardableResult
  func commit(_ move: HistoryMove, in id: SessionID, key: IdempotencyKey? = nil, wantsSession: Bool = false) -> Asked {
    let asked = historyMove(move, in: id, key: key, wantsSession: wantsSession)
    journal.settle()
    return asked
  }

  @discardableResult
  func commitDeletion(of id: SessionID) -> Asked {
    let asked = delete(id)
    journal.settle()
    return asked
  }

  /// Sends an undo, a redo or a jump.
  @discardableResult
  func historyMove(_ historyMove: HistoryMove, in id: SessionID, key: IdempotencyKey? = nil, wantsSession: Bool = false)
    -> Asked
  {
    ask { [client] _ in await client.move(historyMove, in: id, key: key, wantsSession: wantsSession) }
  }

  /// Reads the session at a past revision.
  func read(_ revision: Int, of id: SessionID) -> Asked {
    ask { await $0.read(revision, of: id) }
  }

  func read(_ id: SessionID, _ reading: SessionStore.Reading = .session) -> Asked {
    ask { [client] _ in await client.read(reading, of: id) }
  }

  @discardableResult
  func delete(_ id: SessionID) -> Asked {
    ask { await $0.delete(id) }
  }

  /// Asks on this thread, until the request has to wait.
  @discardableResult
  func ask(_ request: @escaping @Sendable (SessionRegistry) async -> Outcome) -> Asked {
    let asked = Asked()
    Task.inline { [registry] in asked.record(await request(registry)) }
    return asked
  }

  /// Stores the snapshot of a session.
  func storeSnapshot(of store: SessionStore) {
    Task.inline { [journal] in
      do throws(JournalFailure) {
        try await (journal as any Journal).storeSnapshot(of: store)
      } catch {
        Issue.record(error)
      }
    }
  }

  // MARK: Inspection

  func store(_ id: SessionID) throws -> SessionStore { try #require(registry.sessions[id]) }
}

/// The id of the created session, nil before its creation.
private final class Made: Sendable {
  private let session = Mutex<SessionID?>(nil)
  var id: SessionID? { session.withLock { $0 } }
  func set(_ id: SessionID) { session.withLock { $0 = id } }
}
