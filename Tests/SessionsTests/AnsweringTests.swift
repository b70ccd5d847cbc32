import ExampleApps
import Navigation
import Sessions
import Testing

@Suite("The timing of answers")
struct AnsweringTests {
  let harness = SessionsHarness()

  @Test("A change is acknowledged only after it is durable")
  func change() throws {
    let id = try harness.session()
    let asked = harness.send(.increment, to: id)
    #expect(asked.answer == nil)
    harness.journal.settle()
    #expect(asked.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("Pending changes are acknowledged one by one, each with its own revision")
  func changes() throws {
    let id = try harness.session()
    let first = harness.send(.increment, to: id)
    let second = harness.send(.increment, to: id)
    harness.journal.settle(1)
    #expect(first.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(second.answer == nil)
    harness.journal.settle()
    #expect(second.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("A receipt contains the session at the receipt's revision, without later changes")
  func wholeReceipt() throws {
    let id = try harness.session()
    let first = harness.send(.increment, to: id, wantsSession: true)
    harness.commit(.increment, to: id)
    let answer = try #require(first.answer)
    #expect(
      answer.hasPrefix(
        #"receipt 2 {"revision":2,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a1","state":{"count":1}}],"#
          + #""session":{"id":"\#(id.text)","#))
    #expect(answer.contains(#""state":{"count":1}"#))
    #expect(!answer.contains(#""state":{"count":2}"#))
  }

  @Test("A refusal that depends on no pending change is answered at once")
  func refusal() throws {
    let id = try harness.session()
    #expect(harness.send(.pop, to: id).answer == "refused nothing-to-pop")
  }

  @Test("A refusal that depends on a pending change waits for it")
  func restingRefusal() throws {
    let id = try harness.session()
    harness.send(.increment, to: id)
    let refusal = harness.send(.pop, to: id)
    #expect(refusal.answer == nil)
    harness.journal.settle()
    #expect(refusal.answer == "refused nothing-to-pop")
  }

  @Test("A request that changes nothing is answered at once, or after the pending changes")
  func unchanged() throws {
    let id = try harness.session()
    let nothing = Action("setParams", ["params": [:]])
    #expect(harness.send(nothing, to: id).answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
    harness.send(.increment, to: id)
    let afterPending = harness.send(nothing, to: id)
    #expect(afterPending.answer == nil)
    harness.journal.settle()
    #expect(afterPending.answer == #"receipt 2 {"revision":2,"changed":false,"outputs":[]}"#)
  }

  @Test("A read waits until the state that it returns is durable", arguments: [SessionStore.Reading.session, .stack])
  func read(_ reading: SessionStore.Reading) throws {
    let id = try harness.session()
    let before = try #require(harness.read(id, reading).answer)
    #expect(before.hasPrefix("session 1 "))
    harness.send(.increment, to: id)
    let after = harness.read(id, reading)
    #expect(after.answer == nil)
    harness.journal.settle()
    #expect(try #require(after.answer).hasPrefix("session 2 "))
    #expect(try #require(after.answer).contains(#""count":1"#))
  }

  @Test("A read of the stack returns the deepest stack on the focus path")
  func stack() throws {
    let id = try harness.session(.shelves)
    harness.commit(Action("push", ["route": "shelf"]), to: id)
    #expect(
      harness.read(id, .stack).answer
        == #"session 2 {"id":"a3","screens":[{"id":"a4","route":"home","params":{},"state":{"open":false}}]}"#)
  }

  @Test("A session is acknowledged and loaded once its creation is durable")
  func creation() throws {
    let asked = harness.create()
    #expect(asked.answer == nil)
    #expect(harness.registry.loadedCount == 0)
    harness.journal.settle()
    #expect(try #require(asked.answer).hasPrefix("created 1 201 {"))
    #expect(harness.registry.loadedCount == 1)
  }

  @Test("The times of a session do not decrease when the clock is set back")
  func clock() throws {
    let id = try harness.session()
    harness.clock.advance(-1_000)
    harness.commit(.increment, to: id)
    let created = #""createdAt":"2026-01-02T03:04:05.678Z","updatedAt":"2026-01-02T03:04:05.678Z""#
    #expect(try #require(harness.read(id).answer).contains(created))
  }
}
