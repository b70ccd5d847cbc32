import ExampleApps
import Navigation
import Synchronization
import Testing

@testable import Sessions

@Suite("Failing commits")
struct FailingCommitTests {
  let harness = SessionsHarness()
  let failure = JournalFailure.full("no space")
  let failed = #"failed: full("no space")"#

  @Test("A failed commit rolls back all pending changes, and revisions continue without a gap")
  func all() throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    let waiting = [
      harness.send(.increment, to: id), harness.send(.open, to: id), harness.send(.increment, to: id),
      harness.send(Action("remove", ["id": "a1"]), to: id), harness.send(.pop, .pop, to: id),
    ]
    harness.journal.settle(failing: failure)
    #expect(waiting.map(\.answer) == Array(repeating: failed, count: 5))
    #expect(harness.read(id).answer == before)

    let next = harness.commit(.open, to: id)
    #expect(
      next.answer
        == #"receipt 2 {"revision":2,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":0}}]}"#)
    #expect(harness.journal.tables.sessions[id]?.changes.map(\.revision) == [2])
  }

  @Test("Changes before a failed commit stay committed")
  func later() throws {
    let id = try harness.session()
    let first = harness.send(.increment, to: id)
    let second = harness.send(.increment, to: id)
    harness.journal.settle(1)
    harness.journal.settle(failing: failure)
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(second.answer == failed)
    #expect(try #require(harness.read(id).answer).contains(#""state":{"count":1}"#))
  }

  @Test("The key of a running request that is no change stays in use when a change fails")
  func runningKey() throws {
    let id = try harness.session()
    let key = IdempotencyKey(named: "k")
    let outcomes = Mutex<[String]>([])
    func begin() {
      Task.inline { [harness] in
        let outcome = await harness.registry.begin(key, of: id)
        outcomes.withLock { $0.append("\(outcome as Any)") }
      }
    }
    begin()
    harness.send(.increment, to: id)
    harness.journal.settle(failing: failure)
    begin()
    #expect(outcomes.withLock { $0.map { $0.contains("keyInProgress") } } == [false, true])
  }

  @Test("A read that waits for a commit that fails returns the committed state")
  func read() throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    harness.send(.increment, to: id)
    let read = harness.read(id)
    harness.journal.settle(failing: failure)
    #expect(read.answer == before)
  }

  @Test("A read that waits for a commit that fails then waits for the next pending change")
  func readAgain() throws {
    let id = try harness.session()
    harness.send(.increment, to: id) { [harness] in
      harness.send(.increment, .increment, to: id)
    }
    let read = harness.read(id)
    harness.journal.settle(failing: failure)
    #expect(read.answer == nil)
    harness.journal.settle()
    #expect(try #require(read.answer).contains(#""state":{"count":2}"#))
  }

  @Test("The late completion of a rolled-back change does not complete a newer change")
  func stale() throws {
    let id = try harness.session()
    harness.send(.increment, to: id)
    let restsOnIt = harness.send(.increment, to: id)
    harness.journal.settle(1, failing: failure)
    #expect(restsOnIt.answer == failed)

    let anew = harness.send(.open, to: id)
    harness.journal.settle(1)
    #expect(anew.answer == nil)
    #expect(restsOnIt.answer == failed)
    harness.journal.settle(1)
    #expect(try #require(anew.answer).hasPrefix("receipt 2 "))
    #expect(harness.journal.tables.sessions[id]?.changes.map(\.revision) == [2])
  }

  @Test("A response that depends on a failed commit is not stored, and its key can be used again")
  func keptOnIt() throws {
    let id = try harness.session()
    harness.send(.increment, to: id)
    let refusal = harness.send(.pop, to: id, key: IdempotencyKey(named: "k"))
    harness.journal.settle(1, failing: failure)
    #expect(refusal.answer == failed)
    let again = harness.commit(.pop, to: id, key: IdempotencyKey(named: "k"))
    #expect(again.answer == "refused nothing-to-pop")
    #expect(harness.journal.tables.idempotencyRecord(for: "k", of: id)?.revision == 1)
  }

  @Test("A response that cannot be stored does not fail later changes")
  func keepAlone() throws {
    let id = try harness.session()
    let refusal = harness.send(.pop, to: id, key: IdempotencyKey(named: "k"))
    let change = harness.send(.increment, to: id)
    harness.journal.settle(1, failing: failure)
    #expect(refusal.answer == failed)
    harness.journal.settle()
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(try #require(harness.read(id).answer).contains(#""revision":2"#))
  }

  @Test("A failed creation leaves no session loaded")
  func creation() {
    let asked = harness.create()
    harness.journal.settle(failing: failure)
    #expect(asked.answer == failed)
    #expect(harness.registry.loadedCount == 0)
  }

  @Test("A failed commit does not affect another session")
  func other() throws {
    let one = try harness.session()
    let other = try harness.session()
    let failing = harness.send(.increment, to: one)
    let fine = harness.send(.increment, to: other)
    harness.journal.settle(1, failing: failure)
    harness.journal.settle()
    #expect(failing.answer == failed)
    #expect(fine.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }
}
