import ExampleApps
import JSON
import Navigation
import Sessions
import TestSupport
import Testing

@Suite("Limits of a session")
struct LimitTests {
  @Test("The limit of pending actions applies to changes, not to reads")
  func waiting() throws {
    let harness = SessionsHarness { $0.waitingActions = 2 }
    let id = try harness.session()
    let taken = [harness.send(.increment, to: id), harness.send(.increment, to: id)]
    let read = harness.read(id)
    #expect(harness.send(.increment, to: id).answer == "session busy with 2")
    harness.journal.settle(1)
    let another = harness.commit(.increment, to: id)
    #expect(taken.map { $0.answer != nil } == [true, true])
    #expect(try #require(read.answer).contains(#""revision":3"#))
    #expect(another.answer == #"receipt 4 {"revision":4,"changed":true,"outputs":[]}"#)
  }

  @Test("A session above the depth limit accepts only actions that do not make it deeper")
  func depth() throws {
    let former = SessionsHarness { $0.treeDepth = 10 }
    let id = try former.session(.shelves)
    for _ in 0..<5 { former.send(Action("push", ["route": "shelf"]), to: id) }
    former.journal.settle()
    let harness = SessionsHarness(after: former) { $0.treeDepth = 3 }
    let refused = harness.send(Action("push", ["route": "shelf"]), to: id)
    #expect(refused.answer?.contains("too-deep") == true)
    for action in [Action("push", ["route": "counter"]), Action("pop")] {
      let asked = harness.commit(action, to: id)
      #expect(asked.answer?.hasPrefix("receipt") == true)
    }
    #expect(harness.registry.limits.treeDepth == 3)
  }

  @Test("A change that a full journal rejects has no effect", arguments: [false, true])
  func journal(hasKey: Bool) throws {
    let harness = SessionsHarness(MemoryJournal.Settings(capacity: 1))
    let id = try harness.session()
    let key = hasKey ? IdempotencyKey(named: "k") : nil
    let first = harness.send(.increment, to: id)
    #expect(harness.send(.open, to: id, key: key).answer == "journal busy")
    #expect(harness.delete(id).answer == "journal busy")
    harness.journal.settle()
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    let again = harness.commit(.open, to: id, key: key)
    #expect(
      again.answer
        == #"receipt 3 {"revision":3,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":1}}]}"#)
  }

  @Test("A refusal that a full journal cannot store is answered as busy and can be retried")
  func keep() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(capacity: 1))
    let id = try harness.session()
    let key = IdempotencyKey(named: "k")
    harness.send(.increment, to: id)
    #expect(harness.send(.pop, to: id, key: key).answer == "journal busy")
    harness.journal.settle()
    let again = harness.commit(.pop, to: id, key: key)
    #expect(again.answer == "refused nothing-to-pop")
  }

  @Test("A change beyond the size limit of a session is refused as a whole")
  func size() throws {
    let harness = SessionsHarness { $0.stateSize = 2_000 }
    let id = try harness.session(.shelves)
    let before = harness.read(id).answer
    let large = Action("setParams", ["params": ["note": .string(String(repeating: "x", count: 3_000))]])
    #expect(harness.send(large, to: id).answer == "refused state-too-large")
    #expect(harness.read(id).answer == before)
    let small = harness.commit(Action("setParams", ["params": ["note": "x"]]), to: id)
    #expect(small.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("A session above the size limit accepts a change that makes it smaller")
  func shrinking() throws {
    let harness = SessionsHarness()
    let id = try harness.session(.shelves)
    let note = { (length: Int) in
      Action("setParams", ["params": ["note": .string(String(repeating: "x", count: length))]])
    }
    harness.commit(note(3_000), to: id)
    let restarted = SessionsHarness(after: harness) { $0.stateSize = 1_000 }
    #expect(restarted.send(note(3_001), to: id).answer == "refused state-too-large")
    let shorter = restarted.send(note(2_000), to: id)
    harness.journal.settle()
    #expect(shorter.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }
}
