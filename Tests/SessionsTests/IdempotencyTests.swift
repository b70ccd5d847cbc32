import ExampleApps
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Idempotency keys")
struct IdempotencyTests {
  let harness = SessionsHarness()
  let key = IdempotencyKey(named: "k", asking: "increment")
  let receipt = #"{"revision":2,"changed":true,"outputs":[]}"#

  @Test("A request repeated with its idempotency key gets the same response and is carried out once")
  func replay() throws {
    let id = try harness.session()
    let first = harness.commit(.increment, to: id, key: key)
    harness.commit(.increment, to: id)
    #expect(first.answer == "receipt 2 \(receipt)")
    #expect(harness.send(.increment, to: id, key: key).answer == "replayed 2 200 \(receipt)")
    #expect(harness.journal.tables.sessions[id]?.changes.count == 2)
  }

  @Test("A different request with the same idempotency key is refused")
  func otherBody() throws {
    let id = try harness.session()
    harness.commit(.increment, to: id, key: key)
    #expect(harness.send(.decrement, to: id, key: IdempotencyKey(named: "k", asking: "-")).answer == "key reused")
  }

  @Test("A request repeated with its idempotency key is refused while the first one is pending")
  func running() throws {
    let id = try harness.session()
    let first = harness.send(.increment, to: id, key: key)
    #expect(harness.send(.increment, to: id, key: key).answer == "key in progress")
    harness.journal.settle()
    #expect(first.answer == "receipt 2 \(receipt)")
  }

  @Test("Two sessions can use the same idempotency key independently")
  func otherSession() throws {
    let one = try harness.session()
    let other = try harness.session()
    harness.send(.increment, to: one, key: key)
    let asked = harness.commit(.increment, to: other, key: key)
    #expect(asked.answer == "receipt 2 \(receipt)")
  }

  @Test("A request repeated with its idempotency key gets the first response after a restart")
  func restart() throws {
    let id = try harness.session()
    harness.commit(.increment, to: id, key: key)
    let restarted = SessionsHarness(after: harness)
    #expect(restarted.send(.increment, to: id, key: key).answer == "replayed 2 200 \(receipt)")
  }

  @Test("A stored refusal is replayed even if the action would now succeed")
  func refusal() throws {
    let id = try harness.session()
    let first = harness.send(.pop, to: id, key: key)
    #expect(first.answer == nil)
    harness.journal.settle()
    #expect(first.answer == "refused nothing-to-pop")
    harness.commit(.open, to: id)
    #expect(harness.send(.pop, to: id, key: key).answer == "replayed 1 409 nothing-to-pop")
    #expect(SessionsHarness(after: harness).send(.pop, to: id, key: key).answer == "replayed 1 409 nothing-to-pop")
  }

  @Test("The response to a request that changes nothing is stored with its idempotency key")
  func unchanged() throws {
    let id = try harness.session()
    let first = harness.commit(.increment, .decrement, to: id, key: key)
    #expect(first.answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
    #expect(
      harness.send(.increment, .decrement, to: id, key: key).answer
        == #"replayed 1 200 {"revision":1,"changed":false,"outputs":[]}"#)
  }

  @Test("An idempotency key expires after exactly 24 hours", arguments: [false, true])
  func expiry(isReloaded: Bool) throws {
    var harness = harness
    let id = try harness.session()
    harness.commit(.increment, to: id, key: key)
    if isReloaded { harness = SessionsHarness(after: harness) }
    harness.clock.advance(24 * 60 * 60 * 1_000 - 1)
    #expect(harness.send(.increment, to: id, key: key).answer == "replayed 2 200 \(receipt)")
    harness.clock.advance(1)
    let anew = harness.commit(.increment, to: id, key: key)
    #expect(anew.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("A request whose idempotency key expires before the stored response is read is carried out")
  func expiresMeanwhile() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try harness.session()
    harness.commit(.increment, to: id, key: key)
    harness.clock.advance(24 * 60 * 60 * 1_000 - 1)
    let asked = harness.send(.increment, to: id, key: key)
    harness.clock.advance(1)
    harness.journal.settleReads()
    harness.journal.settle()
    #expect(asked.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("The response to a request is not stored if the journal fails", arguments: [Action.increment, .pop])
  func failing(_ action: Action) throws {
    let id = try harness.session()
    let first = harness.send(action, to: id, key: key)
    harness.journal.settle(failing: .unavailable("no disk"))
    #expect(first.answer == #"failed: unavailable("no disk")"#)
    #expect(harness.journal.tables.idempotencyRecord(for: "k", of: id) == nil)
    let again = harness.commit(action, to: id, key: key)
    #expect(again.answer == (action == .pop ? "refused nothing-to-pop" : "receipt 2 \(receipt)"))
  }

  @Test("A request whose stored response cannot be read fails and is not carried out")
  func unreadable() throws {
    let id = try harness.session()
    harness.commit(.increment, to: id, key: key)
    harness.journal.failReads(true)
    #expect(harness.send(.increment, to: id, key: key).answer == #"failed: unavailable("closed")"#)
    #expect(harness.journal.waiting == 0)
  }

  @Test("Expired idempotency keys are removed from memory")
  func sweeping() {
    var answers = IdempotencyRecords([])
    for at in 0..<10_000 {
      answers.forget(until: Int64(at) - 100)
      answers.add(
        IdempotencyRecord(
          session: nil, key: "\(at)", fingerprint: [], status: 200, revision: 1, body: nil, at: Int64(at)))
    }
    #expect(answers.count <= 201)
    #expect(answers["9900"] != nil)
    #expect(answers["9899"] == nil)
  }
}
