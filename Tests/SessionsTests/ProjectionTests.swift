import ExampleApps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Projections of sessions")
struct ProjectionTests {
  let harness = SessionsHarness()

  @Test("The projected tables agree with the changes after random actions", arguments: 1...24 as ClosedRange<UInt64>)
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
      case 7: if let projection = store.takeProjection() { store.restore(projection) }
      case 8:
        harness.project(store)
        try expectTablesToTellTheChanges(of: id)
      default: break
      }
    }
    harness.journal.settle()
    harness.project(store)
    try expectTablesToTellTheChanges(of: id)
    try expectRows(of: store.wholeProjection(), in: id)
    #expect(try #require(harness.journal.tables.sessions[id]).changes.count > 30)
  }

  @Test(
    "A session that is loaded from its tables and later changes equals the one in memory",
    arguments: 1...8 as ClosedRange<UInt64>)
  func loading(seed: UInt64) async throws {
    var walk = Walk(seed: 100 + seed)
    let id = try harness.session(.shelves)
    for _ in 0..<60 {
      // Other tests need the same threads.
      await Task.yield()
      harness.send(walk.action(), to: id)
      harness.journal.settle()
      let store = try harness.store(id)
      if walk.upTo(10) == 1 { harness.project(store) }
      #expect(SessionsHarness(after: harness, copy: true).read(id).answer == harness.read(id).answer)
    }
  }

  /// Checks that the tables equal the first state of the session with the changes up to their revision.
  private func expectTablesToTellTheChanges(of id: SessionID) throws {
    let tables = harness.journal.tables
    let retold = try #require(tables.retold(id)).makeStore(.shelves)
    try expectRows(of: retold.wholeProjection(), in: id)
    // A smaller number would assign an id to a second screen.
    #expect(try #require(tables.sessions[id]).session.nextID >= retold.wholeProjection().session.nextID)
  }

  private func expectRows(of whole: Projection, in id: SessionID) throws {
    let rows = try #require(harness.journal.tables.sessions[id])
    var session = whole.session
    // The ids of a failed change may stay unused.
    session.nextID = rows.session.nextID
    // The bytes of loaded changes are an estimate.
    session.historyBytes = rows.session.historyBytes
    #expect(rows.session == session)
    #expect(rows.sortedContainers == whole.containers.sorted { $0.id < $1.id })
    #expect(
      rows.sortedScreens
        == whole.screens.sorted { ($0.container, $0.position, $0.id) < ($1.container, $1.position, $1.id) })
  }

  @Test("A session without new commits has no projection")
  func nothing() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    #expect(store.takeProjection() == nil)
    harness.send(.increment, to: id)
    #expect(store.takeProjection() == nil)
    harness.journal.settle()
    #expect(store.takeProjection() != nil)
    #expect(store.takeProjection() == nil)
  }

  @Test("A projection contains the committed state and leaves out the pending change")
  func pending() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.send(.increment, to: id)
    let pending = harness.send(.open, to: id, wantsSession: true)
    harness.journal.settle(1)
    let projection = try #require(store.takeProjection())
    #expect(projection.session.revision == 2)
    #expect(projection.session.outputs == 0)
    #expect(projection.screens.map { text($0.state) } == [#"{"count":1}"#])
    harness.journal.settle()
    #expect(try #require(pending.answer).contains(#""revision":3"#))
    #expect(try #require(store.takeProjection()).screens.map(\.id) == ["a2"])
  }

  @Test("A projection contains only the changed rows")
  func little() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.send(.open, .open, .open, to: id)
    harness.journal.settle()
    _ = store.takeProjection()
    harness.send(Action("screen", ["id": "a2", "action": ["type": "increment"]]), to: id)
    harness.journal.settle()
    let projection = try #require(store.takeProjection())
    #expect(projection.screens.map(\.id) == ["a2"])
    #expect(projection.containers.isEmpty)
    #expect(projection.removedScreens.isEmpty)
  }

  @Test("A projection removes the rows of a removed screen and of all its contents")
  func removed() throws {
    let id = try harness.session(.shelves)
    let store = try harness.store(id)
    harness.send(Action("push", ["route": "shelf"]), to: id)
    harness.journal.settle()
    harness.project(store)
    harness.send(Action("remove", ["id": "a2"]), to: id)
    harness.journal.settle()
    let projection = try #require(store.takeProjection())
    #expect(projection.removedScreens.sorted() == ["a2", "a4"])
    #expect(projection.removedContainers == ["a3"])
    #expect(projection.screens.isEmpty)
  }

  @Test("A projection that is not written is part of the next one")
  func givenBack() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.send(.open, to: id)
    harness.journal.settle()
    let first = try #require(store.takeProjection())
    harness.send(Action("popToRoot"), to: id)
    harness.journal.settle()
    store.restore(first)
    let second = try #require(store.takeProjection())
    #expect(second.session.revision == 3)
    #expect(second.removedScreens == ["a2"])
    #expect(second.containers.map(\.id) == ["root"])
  }

  @Test("A gap in its changes makes a session corrupted")
  func gap() throws {
    let id = try harness.session()
    harness.send(.increment, to: id)
    harness.journal.settle()
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
