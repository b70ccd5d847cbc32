import Apps
import Navigation
import Testing

@testable import Sessions

@Suite("Loading")
struct LoadingTests {
  /// A restarted server whose journal reads when the test says so.
  private func restarted(_ prepare: (Rehearsal, SessionID) -> Void = { _, _ in }) throws -> (Rehearsal, SessionID) {
    var settings = TestJournal.Settings()
    settings.holdsReads = true
    let rehearsal = Rehearsal(settings)
    let id = try rehearsal.session()
    prepare(rehearsal, id)
    return (Rehearsal(after: rehearsal), id)
  }

  @Test("a session is read once for all who want it, who are served in their order")
  func once() throws {
    let (rehearsal, id) = try restarted()
    let first = rehearsal.send(.increment, to: id)
    let second = rehearsal.send(.increment, to: id)
    let read = rehearsal.read(id)
    #expect(rehearsal.journal.waitingReads == 1)
    rehearsal.journal.settleReads()
    rehearsal.journal.settle()
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(second.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
    #expect(try #require(read.answer).contains(#""revision":3"#))
  }

  @Test("a deletion and others that wait for the same load are carried out in their order")
  func deletion() throws {
    let (rehearsal, id) = try restarted()
    let before = rehearsal.read(id)
    let deletion = rehearsal.delete(id)
    let after = rehearsal.send(.increment, to: id)
    rehearsal.journal.settleReads()
    rehearsal.journal.settle()
    #expect(try #require(before.answer).hasPrefix("session 1 "))
    #expect(deletion.answer == "deleted")
    #expect(after.answer == "not found")
    #expect(rehearsal.registry.loadedCount == 0)
  }

  @Test("a load that fails is everybody's failure, and the next request tries again")
  func failing() throws {
    var rehearsal = Rehearsal()
    let id = try rehearsal.session()
    rehearsal = Rehearsal(after: rehearsal)
    rehearsal.journal.failReads(true)
    #expect(rehearsal.read(id).answer == #"failed: unavailable("closed")"#)
    rehearsal.journal.failReads(false)
    #expect(try #require(rehearsal.read(id).answer).hasPrefix("session 1 "))
  }

  @Test("a session that cannot be read is quarantined until it is deleted")
  func quarantine() throws {
    let before = Rehearsal()
    let id = try before.session()
    let rehearsal = Rehearsal(after: before, apps: [.lamp])
    let quarantine = rehearsal.registry.environment.quarantine
    for asked in [rehearsal.read(id), rehearsal.send(.increment, to: id)] {
      #expect(try #require(asked.answer).hasPrefix("failed: damaged("))
    }
    #expect(quarantine.count == 1)
    let deletion = rehearsal.delete(id)
    rehearsal.journal.settle()
    #expect(deletion.answer == "deleted")
    #expect(rehearsal.read(id).answer == "not found")
    #expect(quarantine.count == 0)
  }

  @Test("a token's hash is found without an answer's detour; there is none of an unknown session")
  func tokenHash() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    for registry in [rehearsal.registry, Rehearsal(after: rehearsal).registry] {
      registry.tokenHash(of: id) { #expect($0 == .success([1, 2, 3])) }
      registry.tokenHash(of: SessionID(high: 1, low: 1)) { #expect($0 == .success(nil)) }
    }
  }

  @Test("a session of a version that was withdrawn goes on, and no other begins")
  func withdrawn() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    let registry = Rehearsal(after: rehearsal)
    registry.registry.catalogue.withdraw([1], of: "counter")
    registry.send(.increment, to: id)
    registry.journal.settle()
    #expect(try #require(registry.read(id).answer).contains(#""state":{"count":1}"#))
    #expect(registry.create().answer == "withdrawn")
  }

  @Test("a session that is loaded with changes after its tables is projected")
  func projection() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id)
    rehearsal.journal.settle()
    #expect(Rehearsal(after: rehearsal).read(id).answer != nil)
    #expect(rehearsal.journal.tables.sessions[id]?.session.revision == 2)
  }

  @Test("catching up projects all that were behind, one after the other, past those that cannot be loaded")
  func catchUp() async throws {
    var settings = TestJournal.Settings()
    settings.holdsProjections = true
    let rehearsal = Rehearsal(settings)
    let ids = try (0..<3).map { _ in try rehearsal.session() }
    for id in ids { rehearsal.send(.increment, to: id) }
    rehearsal.journal.settle()
    rehearsal.journal.setBehind([ids[0], SessionID(high: 1, low: 1), ids[1], ids[2]])
    let restarted = Rehearsal(after: rehearsal)
    restarted.registry.catchUp()
    for id in ids {
      // Once because it was loaded, once for catching up.
      for _ in 0..<2 {
        let held = await rehearsal.journal.nextProjection()
        #expect(held.owner.id == id)
        rehearsal.journal.settle(held)
      }
      #expect(rehearsal.journal.tables.sessions[id]?.session.revision == 2)
    }
  }

  @Test("a new store does not take the place of one that was loaded in the meantime")
  func add() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    let known = try rehearsal.store(id)
    let used = rehearsal.registry.memory.used
    let stored = try #require(rehearsal.journal.tables.stored(id))
    rehearsal.registry.add(try stored.makeStore(Counter.app))
    #expect(try rehearsal.store(id) === known)
    #expect(rehearsal.registry.memory.used == used)
  }
}
