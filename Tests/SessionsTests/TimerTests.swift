import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("Timers")
struct TimerTests {
  let harness = SessionsHarness()

  private func boiling(_ actions: Action...) throws -> SessionID {
    let id = try harness.session(TimerTestApp.app)
    for action in actions { harness.send(action, to: id) }
    harness.journal.settle()
    return id
  }

  @Test("A timer fires exactly at its due time, as one change by the actor `timer`")
  func fires() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(.boil(after: 1_000))
    harness.advance(999, wakeup)
    #expect(try harness.counts(id) == [0])
    harness.advance(1, wakeup)
    #expect(try harness.counts(id) == [1])
    #expect(try harness.timers(id) == [])
    #expect(
      harness.log(id).dropFirst() == [#"timer {"type":"screen","id":"a1","action":{"type":"whistle"}}"#])
    harness.advance(100_000, wakeup)
    #expect(try harness.counts(id) == [1])
  }

  @Test("Pending timers are listed once they are durable, in the order in which they fire")
  func list() throws {
    let id = try boiling(.boil("b", after: 2_000), .boil("a", after: 1_000))
    harness.send(.boil("c", after: 3_000), to: id)
    let read = harness.read(id, .timers(at: TimerClock(now: 0, startedAt: 0)))
    #expect(read.answer == nil)
    harness.journal.settle()
    #expect(
      read.answer == #"session 4 {"items":["#
        + #"{"id":"t3","screen":"a1","fireAt":"2026-01-02T03:04:06.678Z","action":{"type":"whistle"}},"#
        + #"{"id":"t2","screen":"a1","fireAt":"2026-01-02T03:04:07.678Z","action":{"type":"whistle"}},"#
        + #"{"id":"t4","screen":"a1","fireAt":"2026-01-02T03:04:08.678Z","action":{"type":"whistle"}}]}"#)
  }

  @Test("Timers with the same due time fire in the order in which they were set")
  func order() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(TimerTestApp.app)
    for number in 0..<12 {
      let then: JSONObject = ["type": "boil", "name": .string("\(number)"), "after": 60_000]
      harness.send(.boil("\(number)", after: 10, then: then), to: id)
    }
    harness.journal.settle()
    harness.advance(10, wakeup)
    for (number, line) in harness.log(id).suffix(12).enumerated() {
      #expect(line.hasPrefix("timer "))
      #expect(line.contains(#""name":"\#(number)""#))
    }
  }

  @Test("A fired timer whose action is refused is removed and not retried")
  func refused() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(.boil(after: 10, then: ["type": "leak"]))
    harness.advance(10, wakeup)
    #expect(try harness.timers(id) == [])
    #expect(try harness.counts(id) == [0])
    #expect(harness.log(id).last == #"timer {"type":"screen","id":"a1","action":{"type":"leak"}}"#)
    harness.advance(10_000, wakeup)
    #expect(harness.log(id).count == 2)
  }

  @Test("A chain of more than 32 timers, each set by the previous one, is slowed to one a second")
  func chain() throws {
    let wakeup = harness.wakeup()
    var next: JSONObject = ["type": "whistle"]
    for _ in 0..<40 { next = TimerTestApp.boil(after: 1, then: next) }
    let id = try boiling(.boil(after: 1, then: next))
    for _ in 0..<33 { harness.advance(1, wakeup) }
    #expect(harness.log(id).count == 34)
    harness.advance(999, wakeup)
    #expect(harness.log(id).count == 34)
    #expect(try harness.loops(id) == [])
    harness.advance(1, wakeup)
    #expect(harness.log(id).count == 35)
    let loops = try harness.loops(id)
    #expect(loops == ["timers 33 boil"])
    for _ in 0..<7 { harness.advance(1_000, wakeup) }
    #expect(try harness.counts(id) == [1])
    harness.advance(60_000, wakeup)
    #expect(try harness.loops(id) == [], "the chain has ended")
  }

  @Test("A cancelled or replaced timer, or a timer of a removed screen, does not fire")
  func cancelled() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(
      .boil("a", after: 10), .boil("b", after: 10), Action("off", ["name": "a"]), .boil("b", after: 90))
    harness.send(Action("push", ["route": "kettle"]), to: id)
    harness.send(.boil("a", after: 10), to: id)
    harness.commit(.pop, to: id)
    harness.advance(10, wakeup)
    #expect(try harness.counts(id) == [0])
    harness.advance(80, wakeup)
    #expect(try harness.counts(id) == [1])
  }

  @Test("A timer of a deleted session does not fire")
  func deleted() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(.boil(after: 10))
    harness.commitDeletion(of: id)
    harness.advance(10, wakeup)
    #expect(harness.read(id).answer == "not found")
    #expect(harness.journal.waiting == 0)
  }

  @Test("A timer that undo restores fires after its remaining time")
  func cameBack() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(.boil(after: 1_000))
    harness.advance(200, wakeup)
    harness.commit(Action("off"), to: id)
    harness.advance(500, wakeup)
    harness.commit(.undo(steps: 1), in: id)
    harness.advance(799, wakeup)
    #expect(try harness.counts(id) == [0])
    harness.advance(1, wakeup)
    #expect(try harness.counts(id) == [1])
    harness.advance(10_000, wakeup)
    #expect(try harness.counts(id) == [1])
  }

  @Test("Cancelling a timer takes effect once and makes a revision")
  func cancel() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(.boil(after: 10))
    let asked = harness.ask { await $0.cancel("t2", of: id) }
    #expect(asked.answer == nil)
    let again = harness.ask { await $0.cancel("t2", of: id) }
    #expect(again.answer == nil, "the answer depends on a change that is not durable")
    harness.journal.settle()
    #expect(asked.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
    #expect(again.answer == "no such timer")
    #expect(harness.log(id).last == #"- {"type":"cancelTimer","timer":"t2"}"#)
    harness.advance(10, wakeup)
    #expect(try harness.counts(id) == [0])
  }

  @Test("A timer is not cancelled if the precondition names another revision")
  func precondition() throws {
    let id = try boiling(.boil(after: 10))
    let asked = harness.ask { await $0.cancel("t2", of: id, if: .revisions([1])) }
    #expect(asked.answer == "precondition failed at 2")
    #expect(try harness.timers(id).count == 1)
  }

  @Test("A batch that sets and cancels a timer changes nothing")
  func nothing() throws {
    let id = try boiling()
    let asked = harness.send(.boil(after: 10), Action("off"), to: id)
    #expect(asked.answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
  }

  @Test("The due time of a timer counts from the `at` of the change that sets it")
  func moment() throws {
    let id = try boiling(.boil("a", after: 0))
    harness.clock.advance(-5_000)
    harness.commit(.boil("b", after: 1), to: id)
    let moments = try harness.timers(id).map { $0["fireAt"] }
    #expect(moments == ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.679Z"])
    #expect(harness.journal.tables.sessions[id]?.changes.map(\.at) == [1_767_323_045_678, 1_767_323_045_678])
  }

  @Test("An action that exceeds the limits of timers is refused as a whole")
  func limits() throws {
    let harness = SessionsHarness {
      $0.timers.count = 2
      $0.timers.span = 1_000
    }
    let id = try harness.session(TimerTestApp.app)
    #expect(harness.send(.boil(after: 1_001), to: id).answer == "refused timer-too-late")
    #expect(harness.send(.boil(after: .max), to: id).answer == "refused timer-too-late")
    harness.send(.boil("a", after: 1_000), .boil("b", after: 1), to: id)
    #expect(harness.send(Action("whistle"), .boil("c", after: 1), to: id).answer == nil)
    harness.journal.settle()
    #expect(harness.send(Action("whistle"), .boil("c", after: 1), to: id).answer == "refused too-many-timers")
    #expect(try harness.counts(id) == [0])
    harness.commit(.boil("b", after: 2), to: id)
    #expect(try harness.timers(id).count == 2)
  }

  @Test("Timers count towards the size of the session")
  func size() throws {
    let harness = SessionsHarness { $0.stateSize = 2_000 }
    let id = try harness.session(TimerTestApp.app)
    let long = Action.boil(String(repeating: "x", count: 2_000), after: 1)
    #expect(harness.send(long, to: id).answer == "refused state-too-large")
  }
}
