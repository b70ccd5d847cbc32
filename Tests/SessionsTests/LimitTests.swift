import Apps
import JSON
import Navigation
import Sessions
import Testing

@Suite("Limits of a session")
struct LimitTests {
  @Test("so many actions may wait, and no more; reads and refusals are none")
  func waiting() throws {
    let rehearsal = Rehearsal { $0.waitingActions = 2 }
    let id = try rehearsal.session()
    let taken = [rehearsal.send(.increment, to: id), rehearsal.send(.increment, to: id)]
    let read = rehearsal.read(id)
    #expect(rehearsal.send(.increment, to: id).answer == "session busy with 2")
    rehearsal.journal.settle(1)
    let another = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle()
    #expect(taken.map { $0.answer != nil } == [true, true])
    #expect(try #require(read.answer).contains(#""revision":3"#))
    #expect(another.answer == #"receipt 4 {"revision":4,"changed":true,"outputs":[]}"#)
  }

  @Test("a session that is deeper than it may be is used as before, and not made deeper")
  func depth() throws {
    let former = Rehearsal { $0.treeDepth = 10 }
    let id = try former.session(.shelves)
    for _ in 0..<5 { former.send(Action("push", ["route": "shelf"]), to: id) }
    former.journal.settle()
    let rehearsal = Rehearsal(after: former) { $0.treeDepth = 3 }
    let refused = rehearsal.send(Action("push", ["route": "shelf"]), to: id)
    #expect(refused.answer?.contains("too-deep") == true)
    for action in [Action("push", ["route": "counter"]), Action("pop")] {
      let asked = rehearsal.send(action, to: id)
      rehearsal.journal.settle()
      #expect(asked.answer?.hasPrefix("receipt") == true)
    }
    #expect(rehearsal.registry.treeDepth == 3)
  }

  @Test("what the journal does not take has not happened", arguments: [false, true])
  func journal(hasKey: Bool) throws {
    let rehearsal = Rehearsal(TestJournal.Settings(capacity: 1))
    let id = try rehearsal.session()
    let key = hasKey ? IdempotencyKey(named: "k") : nil
    let first = rehearsal.send(.increment, to: id)
    #expect(rehearsal.send(.open, to: id, key: key).answer == "journal busy")
    #expect(rehearsal.delete(id).answer == "journal busy")
    rehearsal.journal.settle()
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    let again = rehearsal.send(.open, to: id, key: key)
    rehearsal.journal.settle()
    #expect(
      again.answer
        == #"receipt 3 {"revision":3,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":1}}]}"#)
  }

  @Test("a refusal whose key the journal does not take is not answered as if it were kept")
  func keep() throws {
    let rehearsal = Rehearsal(TestJournal.Settings(capacity: 1))
    let id = try rehearsal.session()
    let key = IdempotencyKey(named: "k")
    rehearsal.send(.increment, to: id)
    #expect(rehearsal.send(.pop, to: id, key: key).answer == "journal busy")
    rehearsal.journal.settle()
    let again = rehearsal.send(.pop, to: id, key: key)
    rehearsal.journal.settle()
    #expect(again.answer == "refused nothing-to-pop")
  }

  @Test("a session grows to its limit; what would go beyond is refused whole")
  func size() throws {
    let rehearsal = Rehearsal { $0.stateSize = 2_000 }
    let id = try rehearsal.session(.shelves)
    let before = rehearsal.read(id).answer
    let large = Action("setParams", ["params": ["note": .string(String(repeating: "x", count: 3_000))]])
    #expect(rehearsal.send(large, to: id).answer == "refused state-too-large")
    #expect(rehearsal.read(id).answer == before)
    let small = rehearsal.send(Action("setParams", ["params": ["note": "x"]]), to: id)
    rehearsal.journal.settle()
    #expect(small.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("a session that is larger than the limit may still shrink")
  func shrinking() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session(.shelves)
    let note = { (length: Int) in
      Action("setParams", ["params": ["note": .string(String(repeating: "x", count: length))]])
    }
    rehearsal.send(note(3_000), to: id)
    rehearsal.journal.settle()
    let restarted = Rehearsal(after: rehearsal) { $0.stateSize = 1_000 }
    #expect(restarted.send(note(3_001), to: id).answer == "refused state-too-large")
    let shorter = restarted.send(note(2_000), to: id)
    rehearsal.journal.settle()
    #expect(shorter.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }
}
