import Apps
import Navigation
import Testing

@testable import Sessions

@Suite("A commit that fails")
struct FailingCommitTests {
  let rehearsal = Rehearsal()
  let failure = JournalFailure.full("no space")
  let failed = #"failed: full("no space")"#

  @Test("everybody who waited is told; the session is what it was, and goes on without a gap")
  func all() throws {
    let id = try rehearsal.session()
    let before = rehearsal.read(id).answer
    let waiting = [
      rehearsal.send(.increment, to: id), rehearsal.send(.open, to: id), rehearsal.send(.increment, to: id),
      rehearsal.send(Action("remove", ["id": "a1"]), to: id), rehearsal.send(.pop, .pop, to: id),
    ]
    rehearsal.journal.settle(failing: failure)
    #expect(waiting.map(\.answer) == Array(repeating: failed, count: 5))
    #expect(rehearsal.read(id).answer == before)

    let next = rehearsal.send(.open, to: id)
    rehearsal.journal.settle()
    #expect(
      next.answer
        == #"receipt 2 {"revision":2,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":0}}]}"#)
    #expect(rehearsal.journal.tables.sessions[id]?.changes.map(\.revision) == [2])
  }

  @Test("what was committed before it stays")
  func later() throws {
    let id = try rehearsal.session()
    let first = rehearsal.send(.increment, to: id)
    let second = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle(1)
    rehearsal.journal.settle(failing: failure)
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(second.answer == failed)
    #expect(try #require(rehearsal.read(id).answer).contains(#""state":{"count":1}"#))
  }

  @Test("a read that waited is given what is committed")
  func read() throws {
    let id = try rehearsal.session()
    let before = rehearsal.read(id).answer
    rehearsal.send(.increment, to: id)
    let read = rehearsal.read(id)
    rehearsal.journal.settle(failing: failure)
    #expect(read.answer == before)
  }

  @Test("a read that waited waits again for a change that was sent since")
  func readAgain() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id) { [rehearsal] in
      rehearsal.send(.increment, .increment, to: id)
    }
    let read = rehearsal.read(id)
    rehearsal.journal.settle(failing: failure)
    #expect(read.answer == nil)
    rehearsal.journal.settle()
    #expect(try #require(read.answer).contains(#""state":{"count":2}"#))
  }

  @Test("the journal's word on a change that was taken back is not taken for that on the one sent since")
  func stale() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id)
    let restsOnIt = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle(1, failing: failure)
    #expect(restsOnIt.answer == failed)

    let anew = rehearsal.send(.open, to: id)
    rehearsal.journal.settle(1)
    #expect(anew.answer == nil)
    #expect(restsOnIt.answer == failed)
    rehearsal.journal.settle(1)
    #expect(try #require(anew.answer).hasPrefix("receipt 2 "))
    #expect(rehearsal.journal.tables.sessions[id]?.changes.map(\.revision) == [2])
  }

  @Test("an answer that was kept resting on it is not kept, and its key can be used again")
  func keptOnIt() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id)
    let refusal = rehearsal.send(.pop, to: id, key: IdempotencyKey(named: "k"))
    rehearsal.journal.settle(1, failing: failure)
    #expect(refusal.answer == failed)
    let again = rehearsal.send(.pop, to: id, key: IdempotencyKey(named: "k"))
    rehearsal.journal.settle()
    #expect(again.answer == "refused nothing-to-pop")
    #expect(rehearsal.journal.tables.answer(to: "k", of: id)?.revision == 1)
  }

  @Test("a kept answer that fails takes no change with it")
  func keepAlone() throws {
    let id = try rehearsal.session()
    let refusal = rehearsal.send(.pop, to: id, key: IdempotencyKey(named: "k"))
    let change = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle(1, failing: failure)
    #expect(refusal.answer == failed)
    rehearsal.journal.settle()
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(try #require(rehearsal.read(id).answer).contains(#""revision":2"#))
  }

  @Test("a creation that fails leaves nothing")
  func creation() {
    let asked = rehearsal.create()
    rehearsal.journal.settle(failing: failure)
    #expect(asked.answer == failed)
    #expect(rehearsal.registry.loadedCount == 0)
  }

  @Test("another session does not notice")
  func other() throws {
    let one = try rehearsal.session()
    let other = try rehearsal.session()
    let failing = rehearsal.send(.increment, to: one)
    let fine = rehearsal.send(.increment, to: other)
    rehearsal.journal.settle(1, failing: failure)
    rehearsal.journal.settle()
    #expect(failing.answer == failed)
    #expect(fine.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }
}
