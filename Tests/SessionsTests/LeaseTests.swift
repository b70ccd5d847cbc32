import ExampleApps
import JSON
import TestSupport
import Support
import Navigation
import Testing

@testable import Sessions

@Suite("Leases")
struct LeaseTests {
  let harness = SessionsHarness()

  /// Requests a lease for the given number of milliseconds.
  private func lease(
    _ id: SessionID, _ time: Int64 = 1_000, name: String? = nil, takingOver: Bool = false, shown: String? = nil,
    as newID: String = "new"
  ) -> String? {
    let request = LeaseRequest(time: time, name: name, takesOver: takingOver, shown: shown, newID: newID)
    return harness.ask { await $0.lease(id, request) }.answer
  }

  private func end(_ id: SessionID, shown: String? = nil) -> String? {
    harness.ask { await $0.endLease(of: id, shown: shown) }.answer
  }

  /// The outcomes of all kinds of writes by a client to the session.
  private func writes(to id: SessionID, shown: String?) -> [String?] {
    @Sendable func request(
      _ actions: [Action] = [], _ historyMove: HistoryMove? = nil, _ message: SentMessage? = nil
    ) -> ActionRequest {
      ActionRequest(
        actions: actions, historyMove: historyMove, message: message, isBatch: false, sent: Array("{}".utf8),
        precondition: nil,
        key: nil, lease: shown, wantsSession: false)
    }
    let message = SentMessage(to: id.text, Action("whistle"))
    let writes: [@Sendable (SessionRegistry) async -> Outcome] = [
      { await $0.perform(request([Action("whistle")]), on: id) },
      { await $0.perform(request([], .undo(steps: 1)), on: id) },
      { await $0.perform(request([], .redo(steps: 1)), on: id) },
      { await $0.perform(request([], .jump(revision: 1)), on: id) },
      { await $0.post(request([], nil, message), from: id, isTrusted: false) },
      { await $0.cancel("t2", of: id, lease: shown) },
      { await $0.delete(id, lease: shown) },
    ]
    return writes.map { write in
      let asked = harness.ask(write)
      harness.journal.settle()
      return asked.answer.map { String($0.prefix { $0 != " " }) }
    }
  }

  private func boiling() throws -> SessionID {
    let id = try harness.session(TimerTestApp.app)
    harness.commit(.boil(after: 500), to: id)
    return id
  }

  @Test("A lease locks out every kind of write by other clients, but no reads")
  func others() throws {
    for shown in [nil, "other", ""] {
      let id = try boiling()
      #expect(lease(id) == "leased new by - until 1767323046678")
      let before = harness.read(id).answer
      #expect(writes(to: id, shown: shown) == Array(repeating: "locked", count: 7))
      #expect(harness.read(id).answer == before)
      #expect(harness.log(id).count == 1)
      #expect(harness.read(1, of: id).answer?.hasPrefix("session 1") == true)
    }
  }

  @Test("The holder of a lease can do every kind of write")
  func holder() throws {
    let id = try boiling()
    _ = lease(id)
    #expect(
      writes(to: id, shown: "new") == [
        "receipt", "receipt", "receipt", "receipt", "receipt", "no", "deleted",
      ])
  }

  @Test("A lease reports the name of its holder and expires exactly at its end")
  func expiry() throws {
    let id = try harness.session()
    _ = lease(id, 1_000, name: "desk")
    harness.clock.advance(999)
    #expect(harness.send(.increment, to: id).answer == "locked by desk for 1")
    #expect(lease(id, as: "second") == "locked by desk for 1")
    harness.clock.advance(1)
    harness.commit(.increment, to: id)
    #expect(harness.log(id).count == 1)
    #expect(lease(id, shown: "new", as: "second") == "leased second by - until 1767323047678")
  }

  @Test("The holder of a lease can extend, shorten and rename it")
  func renewal() throws {
    let id = try harness.session()
    _ = lease(id, 1_000, name: "desk")
    harness.clock.advance(900)
    #expect(lease(id, shown: "new", as: "second") == "leased new by desk until 1767323047578")
    #expect(lease(id, 100, name: "till", shown: "new", as: "third") == "leased new by till until 1767323046678")
    #expect(harness.send(.increment, to: id).answer == "locked by till for 100")
  }

  @Test("A lease is taken over only on explicit request and then locks out its former holder")
  func takeOver() throws {
    let id = try boiling()
    _ = lease(id, name: "desk")
    #expect(lease(id, name: "till", as: "second") == "locked by desk for 1000")
    #expect(lease(id, name: "till", takingOver: true, as: "second") == "leased second by till until 1767323046678")
    #expect(writes(to: id, shown: "new") == Array(repeating: "locked", count: 7))
    #expect(lease(id, shown: "new") == "locked by till for 1000")
    #expect(end(id, shown: "new") == "locked by till for 1000")
    #expect(writes(to: id, shown: "second").last == "deleted")
  }

  @Test("Only its holder can end a lease, and ending a missing lease succeeds")
  func end() throws {
    let id = try harness.session()
    #expect(end(id) == "not leased")
    _ = lease(id)
    #expect(end(id) == "locked by - for 1000")
    #expect(end(id, shown: "new") == "not leased")
    #expect(end(id, shown: "new") == "not leased")
    #expect(harness.send(.increment, to: id).answer == nil)
  }

  @Test("A lease does not lock out timers of the session or messages to it")
  func app() throws {
    let (wakeup, post) = (harness.wakeup(), harness.post())
    let id = try boiling()
    let sender = try harness.session(MessageTestApp.app)
    _ = lease(id, 10_000)
    harness.advance(500, wakeup)
    #expect(try harness.counts(id) == [1])
    harness.message(Action("whistle"), from: sender, to: id.text)
    harness.journal.settle()
    harness.bring(post)
    #expect(try harness.counts(id) == [2])
  }

  @Test("A lease is checked after the idempotency key and before the precondition")
  func order() throws {
    let id = try harness.session()
    harness.commit(.increment, to: id, key: IdempotencyKey(named: "k"))
    _ = lease(id)
    #expect(harness.send(.increment, to: id, key: IdempotencyKey(named: "k")).answer?.hasPrefix("replayed 2") == true)
    #expect(harness.send(.increment, to: id, ifMatch: .revisions([9])).answer == "locked by - for 1000")
    #expect(harness.send(.increment, to: id, key: IdempotencyKey(named: "l")).answer == "locked by - for 1000")
    // No response is stored with that key.
    _ = end(id, shown: "new")
    harness.commit(.increment, to: id, key: IdempotencyKey(named: "l"))
    #expect(harness.log(id).count == 2)
  }

  @Test("A lease that starts while an undo reads the history locks out the undo")
  func between() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try harness.session()
    harness.commit(.increment, to: id)
    let undo = harness.historyMove(.undo(steps: 1), in: id)
    let request = LeaseRequest(time: 1_000, name: nil, takesOver: false, shown: nil, newID: "new")
    harness.ask { await $0.lease(id, request) }
    harness.journal.settleReads()
    #expect(undo.answer == "locked by - for 1000")
  }

  @Test("Lease requests do not find a deleted session")
  func unknown() throws {
    let id = try harness.session()
    harness.commitDeletion(of: id)
    #expect(lease(id) == "not found")
    #expect(end(id) == "not found")
  }

  @Test("A lease stays valid when its session is unloaded and does not keep the session loaded")
  func unloading() throws {
    let harness = SessionsHarness { $0.memory = 0 }
    let id = try harness.session()
    let request = LeaseRequest(time: 1_000, name: nil, takesOver: false, shown: nil, newID: "new")
    harness.ask { await $0.lease(id, request) }
    harness.clock.advance(999)
    try #require(harness.registry.loadedCount == 0)
    #expect(harness.send(.increment, to: id).answer == "locked by - for 1")
    #expect(harness.registry.budget(.leases) == 256)
    harness.clock.advance(1)
    #expect(harness.send(.increment, to: id).answer == nil)
  }

  @Test("The number of leases is limited, and an expired lease does not count")
  func bound() throws {
    let harness = SessionsHarness { $0.leases = 2 }
    let ids = try (0..<3).map { _ in try harness.session() }
    let lease = { (id: SessionID, shown: String?) in
      let request = LeaseRequest(time: 1_000, name: "n", takesOver: false, shown: shown, newID: "new")
      return harness.ask { await $0.lease(id, request) }.answer
    }
    #expect(lease(ids[0], nil)?.hasPrefix("leased") == true)
    harness.clock.advance(500)
    #expect(lease(ids[1], nil)?.hasPrefix("leased") == true)
    #expect(lease(ids[2], nil) == "too many leases")
    #expect(lease(ids[1], "new")?.hasPrefix("leased") == true)
    harness.clock.advance(1_000)
    #expect(lease(ids[2], nil)?.hasPrefix("leased") == true)
    #expect(harness.registry.budget(.leases) == 257)
  }

  @Test("An ended lease and the lease of a deleted session use no memory")
  func removal() throws {
    let (one, other) = (try harness.session(), try harness.session())
    _ = (lease(one), lease(other))
    _ = end(one, shown: "new")
    harness.ask { await $0.delete(other, lease: "new") }
    harness.journal.settle()
    #expect(harness.registry.leases.count == 0)
    #expect(harness.registry.budget(.leases) == 0)
  }
}

extension SessionRegistry {
  /// The bytes that a part of the memory budget uses.
  func budget(_ category: MemoryBudget.Category) -> Int { memory.budget.used(by: category) }
}
