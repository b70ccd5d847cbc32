import ExampleApps
import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Snapshots of sessions")
struct SnapshotTests {
  let harness = SessionsHarness()

  @Test("The stored snapshot agrees with the changes after random actions", arguments: 1...24 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    var walk = Walk(seed: seed)
    let id = try harness.session(.shelves)
    let store = try harness.store(id)
    for _ in 0..<150 {
      // Other tests need the same threads.
      await Task.yield()
      let actions = (0..<max(1, walk.upTo(6) - 4)).map { _ in walk.action() }
      harness.send(batch: actions, to: id)
      switch walk.upTo(12) {
      case 1...5: harness.journal.settle(walk.upTo(4))
      case 6: harness.journal.settle(failing: .unavailable("no disk"))
      case 7: if store.takeSnapshot() != nil { store.returnSnapshot() }
      case 8:
        harness.storeSnapshot(of: store)
        try expectSnapshotToTellTheChanges(of: id)
      default: break
      }
    }
    harness.journal.settle()
    harness.storeSnapshot(of: store)
    try expectSnapshotToTellTheChanges(of: id)
    try expectSnapshot(store.wholeSnapshot(), of: id)
    #expect(try #require(harness.journal.tables.sessions[id]).changes.count > 30)
  }

  @Test(
    "A session that is loaded from its snapshot and later changes equals the one in memory",
    arguments: 1...8 as ClosedRange<UInt64>)
  func loading(seed: UInt64) async throws {
    var walk = Walk(seed: 100 + seed)
    let id = try harness.session(.shelves)
    for _ in 0..<60 {
      // Other tests need the same threads.
      await Task.yield()
      harness.commit(walk.action(), to: id)
      let store = try harness.store(id)
      if walk.upTo(10) == 1 { harness.storeSnapshot(of: store) }
      #expect(SessionsHarness(after: harness, copy: true).read(id).answer == harness.read(id).answer)
    }
  }

  /// Checks that the snapshot equals the first state of the session with the committed changes.
  private func expectSnapshotToTellTheChanges(of id: SessionID) throws {
    let tables = harness.journal.tables
    let retold = try #require(tables.retold(id)).makeStore(.shelves).wholeSnapshot()
    try expectSnapshot(retold, of: id)
    // A smaller number would assign an id to a second screen.
    #expect(try #require(tables.sessions[id]).session.nextID >= retold.session.nextID)
  }

  private func expectSnapshot(_ expected: StateSnapshot, of id: SessionID) throws {
    let stored = try #require(harness.journal.tables.sessions[id]).snapshot
    var session = expected.session
    // The ids of a failed change may stay unused.
    session.nextID = stored.session.nextID
    // The bytes of loaded changes are an estimate.
    session.historyBytes = stored.session.historyBytes
    #expect(stored.session == session)
    #expect(text(Array(stored.navigation)) == text(Array(expected.navigation)))
  }

  @Test(
    "The first snapshot is the session as it was created", arguments: [Counter.app, List.app, Routing.app, Tabs.app])
  func first(app: App) throws {
    let harness = SessionsHarness(apps: [app])
    let id = try harness.session(app)
    let stored = try #require(harness.journal.tables.sessions[id]).snapshot
    let whole = try harness.store(id).wholeSnapshot()
    #expect(stored.session == whole.session)
    #expect(text(Array(stored.navigation)) == text(Array(whole.navigation)))
  }

  // MARK: Taking

  @Test("A session without new commits has no snapshot to take")
  func nothing() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    #expect(store.takeSnapshot() == nil)
    harness.send(.increment, to: id)
    #expect(store.takeSnapshot() == nil)
    harness.journal.settle()
    #expect(store.takeSnapshot() != nil)
    #expect(store.takeSnapshot() == nil)
  }

  @Test("A snapshot has the committed state, and a pending change is in the next one")
  func pending() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.send(.increment, to: id)
    let pending = harness.send(.open, to: id, wantsSession: true)
    harness.journal.settle(1)
    let snapshot = try #require(store.takeSnapshot())
    #expect(snapshot.session.revision == 2)
    #expect(snapshot.session.outputs == 0)
    #expect(snapshot.screens == ["a1"])
    #expect(text(Array(snapshot.navigation)).contains(#""state":{"count":1}"#))
    harness.journal.settle()
    #expect(try #require(pending.answer).contains(#""revision":3"#))
    #expect(try #require(store.takeSnapshot()).screens == ["a1", "a2"])
  }

  @Test("A change that is rolled back leaves the snapshot as it was")
  func rolledBack() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.commit(.increment, to: id)
    harness.send(.open, to: id)
    #expect(store.takeSnapshot()?.screens == ["a1"])
    harness.journal.settle(failing: .unavailable("no disk"))
    #expect(store.takeSnapshot() == nil)
    harness.commit(.increment, to: id)
    let next = try #require(store.takeSnapshot())
    #expect(next.session.revision == 3)
    #expect(next.screens == ["a1"])
  }

  @Test("A snapshot that is not stored is taken again, with the changes since")
  func givenBack() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.commit(.open, to: id)
    #expect(store.takeSnapshot()?.screens == ["a1", "a2"])
    store.returnSnapshot()
    #expect(!store.retire())
    #expect(store.takeSnapshot()?.session.revision == 2)
    store.returnSnapshot()
    harness.commit(Action("popToRoot"), to: id)
    let second = try #require(store.takeSnapshot())
    #expect(second.session.revision == 3)
    #expect(second.screens == ["a1"])
    #expect(store.takeSnapshot() == nil)
  }

  @Test("A corrected size of the history is stored with the next snapshot, although no change follows")
  func correction() throws {
    let harness = SessionsHarness(.holdingSnapshots)
    let id = try harness.session()
    let (store, environment) = (try harness.store(id), harness.registry.environment)
    store.correctHistoryBytes(nil, counted: 0, environment)
    #expect(harness.journal.waitingRequests == 0)
    #expect(store.takeSnapshot() == nil)
    store.correctHistoryBytes(.kept(1_000), counted: 0, environment)
    #expect(harness.journal.waitingRequests == 1)
    #expect(!store.retire())
    #expect(store.takeSnapshot()?.session.historyBytes == 1_000)
    #expect(store.takeSnapshot() == nil)
    #expect(store.retire())
  }

  // MARK: Damage

  @Test("A gap in its changes makes a session corrupted")
  func gap() throws {
    let id = try harness.session()
    harness.commit(.increment, to: id)
    var stored = try #require(harness.journal.tables.stored(id))
    stored.session.revision = 0
    #expect(throws: CorruptSession.self) { try stored.makeStore(Counter.app) }
  }

  @Test("A read of a session whose app is not loaded fails and names the app version")
  func unknownApp() throws {
    let id = try harness.session(.shelves)
    let other = SessionsHarness(after: harness, apps: [Counter.app])
    #expect(try #require(other.read(id).answer).contains("`shelves` version 2, which is not loaded"))
    #expect(other.registry.loadedCount == 0)
  }
}

@Suite("Requests for snapshots")
struct SnapshotRequestTests {
  let harness = SessionsHarness(.holdingSnapshots)

  /// Commits changes of a few bytes.
  private func change(_ id: SessionID, _ count: Int = 1) {
    for _ in 0..<count {
      harness.commit(.increment, to: id)
    }
  }

  /// Stores the snapshot of the oldest request.
  private func store(failing failure: JournalFailure? = nil) async throws {
    try #require(harness.journal.waitingRequests > 0)
    harness.journal.settle(await harness.journal.nextSnapshotRequest(), failing: failure)
  }

  @Test("63 changes request no snapshot; the 64th does, and no further one until it is taken")
  func count() async throws {
    let id = try harness.session()
    change(id, 63)
    #expect(harness.journal.waitingRequests == 0)
    change(id)
    #expect(harness.journal.waitingRequests == 1)
    change(id, 100)
    #expect(harness.journal.waitingRequests == 1)
    try await store()
    #expect(harness.journal.tables.sessions[id]?.session.revision == 165)
    change(id, 63)
    #expect(harness.journal.waitingRequests == 0)
    change(id)
    #expect(harness.journal.waitingRequests == 1)
  }

  @Test("A pending change requests no snapshot before it is committed")
  func pending() throws {
    let id = try harness.session()
    for _ in 0..<64 { harness.send(.increment, to: id) }
    harness.journal.settle(63)
    #expect(harness.journal.waitingRequests == 0)
    harness.journal.settle()
    #expect(harness.journal.waitingRequests == 1)
  }

  @Test("Changes of a large state request a snapshot only when they have a quarter of its bytes")
  func bytes() async throws {
    let id = try harness.session(data: ["text": .string(String(repeating: "a", count: 100_000))])
    for _ in 1...2 {
      var written: [Int] = []
      while harness.journal.waitingRequests == 0, written.count < 1_000 {
        change(id)
        written.append(try #require(harness.journal.tables.sessions[id]?.changes.last).text.count)
      }
      let quarter = try harness.store(id).state.withLock { $0.draft.tree.size } / 4
      #expect(quarter > 25_000)
      #expect(written.count > 64)
      #expect(written.reduce(0, +) >= quarter)
      #expect(written.dropLast().reduce(0, +) < quarter)
      try await store()
    }
  }

  @Test("A snapshot that was taken before many changes counts them from its own revision")
  func earlier() throws {
    let id = try harness.session()
    change(id, 40)
    #expect(try harness.store(id).takeSnapshot()?.session.revision == 41)
    change(id, 63)
    #expect(harness.journal.waitingRequests == 0)
    change(id)
    #expect(harness.journal.waitingRequests == 1)
  }

  @Test("A snapshot that is not stored is requested again after 64 more changes")
  func failing() async throws {
    let id = try harness.session()
    change(id, 64)
    try await store(failing: .unavailable("no disk"))
    #expect(harness.journal.tables.sessions[id]?.session.revision == 1)
    change(id, 64)
    try await store()
    #expect(harness.journal.tables.sessions[id]?.session.revision == 129)
  }

  @Test("A change that fails does not use up the request for a snapshot")
  func rolledBack() throws {
    let id = try harness.session()
    change(id, 63)
    harness.send(.increment, to: id)
    harness.journal.settle(failing: .unavailable("no disk"))
    #expect(harness.journal.waitingRequests == 0)
    change(id)
    #expect(harness.journal.waitingRequests == 1)
  }

  @Test("A change that the journal does not accept does not use up the request for a snapshot")
  func busy() throws {
    var settings = MemoryJournal.Settings.holdingSnapshots
    settings.capacity = 1
    let harness = SessionsHarness(settings)
    let (id, other) = (try harness.session(), try harness.session())
    for _ in 0..<63 {
      harness.commit(.increment, to: id)
    }
    harness.send(.increment, to: other)
    #expect(harness.send(.increment, to: id).answer == "journal busy")
    harness.journal.settle()
    #expect(harness.journal.waitingRequests == 0)
    harness.commit(.increment, to: id)
    #expect(harness.journal.waitingRequests == 1)
  }
}

extension MemoryJournal.Settings {
  fileprivate static let holdingSnapshots = MemoryJournal.Settings(holdsSnapshots: true)
}

extension StateSnapshot {
  /// The ids of the screens.
  fileprivate var screens: [String] {
    let root = try? JSONValue(parsing: Array(navigation))
    return root?["screens"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }
}
