import Apps
import Navigation
import Testing

@testable import Sessions

@Suite("Idempotency keys")
struct IdempotencyTests {
  let rehearsal = Rehearsal()
  let key = IdempotencyKey(named: "k", asking: "increment")
  let receipt = #"{"revision":2,"changed":true,"outputs":[]}"#

  @Test("the same request again is answered the same, and carried out once")
  func replay() throws {
    let id = try rehearsal.session()
    let first = rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    rehearsal.send(.increment, to: id)
    rehearsal.journal.settle()
    #expect(first.answer == "receipt 2 \(receipt)")
    #expect(rehearsal.send(.increment, to: id, key: key).answer == "replayed 2 200 \(receipt)")
    #expect(rehearsal.journal.tables.sessions[id]?.changes.count == 2)
  }

  @Test("another request under the key is refused")
  func otherBody() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    #expect(rehearsal.send(.decrement, to: id, key: IdempotencyKey(named: "k", asking: "-")).answer == "key reused")
  }

  @Test("while the first one runs the second is refused")
  func running() throws {
    let id = try rehearsal.session()
    let first = rehearsal.send(.increment, to: id, key: key)
    #expect(rehearsal.send(.increment, to: id, key: key).answer == "key in progress")
    rehearsal.journal.settle()
    #expect(first.answer == "receipt 2 \(receipt)")
  }

  @Test("a key belongs to its session")
  func otherSession() throws {
    let one = try rehearsal.session()
    let other = try rehearsal.session()
    rehearsal.send(.increment, to: one, key: key)
    let asked = rehearsal.send(.increment, to: other, key: key)
    rehearsal.journal.settle()
    #expect(asked.answer == "receipt 2 \(receipt)")
  }

  @Test("after a restart the first answer comes again")
  func restart() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    let restarted = Rehearsal(after: rehearsal)
    #expect(restarted.send(.increment, to: id, key: key).answer == "replayed 2 200 \(receipt)")
  }

  @Test("a refusal is kept: it is the answer even when the state would take the action now")
  func refusal() throws {
    let id = try rehearsal.session()
    let first = rehearsal.send(.pop, to: id, key: key)
    #expect(first.answer == nil)
    rehearsal.journal.settle()
    #expect(first.answer == "refused nothing-to-pop")
    rehearsal.send(.open, to: id)
    rehearsal.journal.settle()
    #expect(rehearsal.send(.pop, to: id, key: key).answer == "replayed 1 409 nothing-to-pop")
    #expect(Rehearsal(after: rehearsal).send(.pop, to: id, key: key).answer == "replayed 1 409 nothing-to-pop")
  }

  @Test("an answer that nothing changed is kept")
  func unchanged() throws {
    let id = try rehearsal.session()
    let first = rehearsal.send(.increment, .decrement, to: id, key: key)
    rehearsal.journal.settle()
    #expect(first.answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
    #expect(
      rehearsal.send(.increment, .decrement, to: id, key: key).answer
        == #"replayed 1 200 {"revision":1,"changed":false,"outputs":[]}"#)
  }

  @Test("after 24 hours the key is a new one, and not a moment earlier", arguments: [false, true])
  func expiry(isReloaded: Bool) throws {
    var rehearsal = rehearsal
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    if isReloaded { rehearsal = Rehearsal(after: rehearsal) }
    rehearsal.clock.advance(24 * 60 * 60 * 1_000 - 1)
    #expect(rehearsal.send(.increment, to: id, key: key).answer == "replayed 2 200 \(receipt)")
    rehearsal.clock.advance(1)
    let anew = rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    #expect(anew.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("a key that expires between being found and being read is a new one")
  func expiresMeanwhile() throws {
    var settings = TestJournal.Settings()
    settings.holdsReads = true
    let rehearsal = Rehearsal(settings)
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    rehearsal.clock.advance(24 * 60 * 60 * 1_000 - 1)
    let asked = rehearsal.send(.increment, to: id, key: key)
    rehearsal.clock.advance(1)
    rehearsal.journal.settleReads()
    rehearsal.journal.settle()
    #expect(asked.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("with a failing journal nothing is kept", arguments: [Action.increment, .pop])
  func failing(_ action: Action) throws {
    let id = try rehearsal.session()
    let first = rehearsal.send(action, to: id, key: key)
    rehearsal.journal.settle(failing: .unavailable("no disk"))
    #expect(first.answer == #"failed: unavailable("no disk")"#)
    #expect(rehearsal.journal.tables.answer(to: "k", of: id) == nil)
    let again = rehearsal.send(action, to: id, key: key)
    rehearsal.journal.settle()
    #expect(again.answer == (action == .pop ? "refused nothing-to-pop" : "receipt 2 \(receipt)"))
  }

  @Test("when the kept answer cannot be read the request fails, and is not carried out")
  func unreadable() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id, key: key)
    rehearsal.journal.settle()
    rehearsal.journal.failReads(true)
    #expect(rehearsal.send(.increment, to: id, key: key).answer == #"failed: unavailable("closed")"#)
    #expect(rehearsal.journal.waiting == 0)
  }

  @Test("expired keys are not held in memory for ever")
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
