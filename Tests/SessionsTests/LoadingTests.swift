import ExampleApps
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Loading of sessions")
struct LoadingTests {
  /// A restarted harness whose reads wait for the test.
  private func restarted(_ prepare: (SessionsHarness, SessionID) -> Void = { _, _ in }) throws -> (
    SessionsHarness, SessionID
  ) {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try harness.session()
    prepare(harness, id)
    return (SessionsHarness(after: harness), id)
  }

  @Test("A session is read once for all waiting requests, which are carried out in order")
  func once() throws {
    let (harness, id) = try restarted()
    let first = harness.send(.increment, to: id)
    let second = harness.send(.increment, to: id)
    let read = harness.read(id)
    #expect(harness.journal.waitingReads == 1)
    harness.journal.settleReads()
    harness.journal.settle()
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(second.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
    #expect(try #require(read.answer).contains(#""revision":3"#))
  }

  @Test("A deletion and other requests that wait for the same load are carried out in order")
  func deletion() throws {
    let (harness, id) = try restarted()
    let before = harness.read(id)
    let deletion = harness.delete(id)
    let after = harness.send(.increment, to: id)
    harness.journal.settleReads()
    harness.journal.settle()
    #expect(try #require(before.answer).hasPrefix("session 1 "))
    #expect(deletion.answer == "deleted")
    #expect(after.answer == "not found")
    #expect(harness.registry.loadedCount == 0)
  }

  @Test("A failed load fails the waiting request, and the next request loads the session again")
  func failing() throws {
    var harness = SessionsHarness()
    let id = try harness.session()
    harness = SessionsHarness(after: harness)
    harness.journal.failReads(true)
    #expect(harness.read(id).answer == #"failed: unavailable("closed")"#)
    harness.journal.failReads(false)
    #expect(try #require(harness.read(id).answer).hasPrefix("session 1 "))
  }

  @Test("A session that cannot be loaded is quarantined until it is deleted")
  func quarantine() throws {
    let before = SessionsHarness()
    let id = try before.session()
    let harness = SessionsHarness(after: before, apps: [.lamp])
    let quarantine = harness.registry.environment.quarantine
    for asked in [harness.read(id), harness.send(.increment, to: id)] {
      #expect(try #require(asked.answer).hasPrefix("failed: damaged("))
    }
    #expect(quarantine.count == 1)
    let deletion = harness.commitDeletion(of: id)
    #expect(deletion.answer == "deleted")
    #expect(harness.read(id).answer == "not found")
    #expect(quarantine.count == 0)
  }

  @Test("The token hash of a session is the same before and after a restart")
  func tokenHash() async throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    for registry in [harness.registry, SessionsHarness(after: harness).registry] {
      #expect(try await registry.access(to: id)?.tokenHash == [1, 2, 3])
      #expect(try await registry.access(to: SessionID(high: 1, low: 1)) == nil)
    }
  }

  @Test("A session of a withdrawn app version accepts actions, but no new session is created")
  func withdrawn() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    let registry = SessionsHarness(after: harness)
    registry.registry.catalogue.withdraw([1], of: "counter")
    registry.commit(.increment, to: id)
    #expect(try #require(registry.read(id).answer).contains(#""state":{"count":1}"#))
    #expect(registry.create().answer == "withdrawn")
  }

  @Test("The snapshot of a session that is loaded with changes after it is stored")
  func snapshot() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.commit(.increment, to: id)
    #expect(SessionsHarness(after: harness).read(id).answer != nil)
    #expect(harness.journal.tables.sessions[id]?.session.revision == 2)
  }

  @Test("Catching up stores the snapshots that are behind one by one and skips missing sessions")
  func catchUp() async throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsSnapshots: true))
    let ids = try (0..<3).map { _ in try harness.session() }
    for id in ids { harness.send(.increment, to: id) }
    harness.journal.settle()
    harness.journal.setBehind([ids[0], SessionID(high: 1, low: 1), ids[1], ids[2]])
    let restarted = SessionsHarness(after: harness)
    restarted.registry.catchUp()
    for id in ids {
      // The load requests a snapshot, and so does catching up.
      for _ in 0..<2 {
        let held = await harness.journal.nextSnapshotRequest()
        #expect(held.owner.id == id)
        harness.journal.settle(held)
      }
      #expect(harness.journal.tables.sessions[id]?.session.revision == 2)
    }
  }

  @Test("A store that is added does not replace the loaded store of the same session")
  func add() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    let known = try harness.store(id)
    let used = harness.registry.memory.used
    let stored = try #require(harness.journal.tables.stored(id))
    harness.registry.sessions.add(try stored.makeStore(Counter.app))
    #expect(try harness.store(id) === known)
    #expect(harness.registry.memory.used == used)
  }
}
