import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("Idle rules")
struct IdleTests {
  let harness = SessionsHarness(apps: [MessageTestApp.kiosk, MessageTestApp.app])

  private func push(_ id: SessionID, in harness: SessionsHarness? = nil) {
    let harness = harness ?? self.harness
    harness.commit(Action("push", ["route": "kettle"]), to: id)
  }

  private func depth(_ id: SessionID, in harness: SessionsHarness? = nil) throws -> Int {
    try (harness ?? self.harness).counts(id).count
  }

  /// The number of timer rows that were written.
  private func writes(_ id: SessionID) -> Int {
    (harness.journal.tables.sessions[id]?.changes ?? []).reduce(0) { $0 + $1.timers.count }
  }

  @Test("An idle rule begins with a session")
  func beginning() throws {
    let id = try harness.session(MessageTestApp.kiosk)
    #expect(try harness.timers(id).map { $0["fireAt"] } == ["2026-01-02T03:05:05.678Z"])
    #expect(writes(id) == 0)
  }

  @Test("An idle rule fires once after its period without actions, then waits for the next action")
  func fires() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    harness.advance(59_999, wakeup)
    #expect(harness.log(id) == [])
    harness.advance(1, wakeup)
    #expect(harness.log(id) == [#"timer {"type":"popToRoot"}"#])
    harness.advance(1_000_000, wakeup)
    push(id)
    harness.advance(59_999, wakeup)
    #expect(try depth(id) == 2)
    harness.advance(1, wakeup)
    #expect(try depth(id) == 1)
    #expect(harness.log(id).last == #"timer {"type":"popToRoot"}"#)
    harness.advance(1_000_000, wakeup)
    #expect(harness.log(id).count == 3)
    push(id)
    harness.advance(60_000, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("Each action restarts an idle rule, and no action writes a timer row")
  func restarts() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    for _ in 0..<10 {
      push(id)
      harness.advance(40_000, wakeup)
    }
    #expect(try depth(id) == 11)
    #expect(writes(id) == 0)
    #expect(harness.log(id).count == 10)
    #expect(try harness.timers(id).map { $0["fireAt"] } == ["2026-01-02T03:11:05.678Z"])
    harness.advance(19_999, wakeup)
    #expect(try depth(id) == 11)
    harness.advance(1, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("Refused actions and other timers do not postpone an idle rule")
  func others() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    let again = TimerTestApp.boil(
      after: 7_000, then: TimerTestApp.boil(after: 7_000, then: TimerTestApp.boil(after: 7_000)))
    push(id)
    harness.advance(10_000, wakeup)
    harness.commit(.boil(after: 7_000, then: again), to: id)
    harness.advance(50_000, wakeup)
    #expect(harness.send(Action("leak"), to: id).answer == "refused empty")
    #expect(harness.send(Action("off", ["name": "x"]), to: id).answer?.contains(#""changed":false"#) == true)
    harness.advance(9_999, wakeup)
    #expect(try depth(id) == 2)
    harness.advance(1, wakeup)
    #expect(try depth(id) == 1)
    #expect(try harness.timers(id).isEmpty)
  }

  @Test("An action after another timer has fired restarts an idle rule")
  func version() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    harness.send(.boil(after: 30_000), to: id)
    push(id)
    harness.advance(30_000, wakeup)
    harness.advance(20_000, wakeup)
    push(id)
    harness.advance(59_999, wakeup)
    #expect(try depth(id) == 3)
    harness.advance(1, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("An idle rule keeps its due time over a restart, with and without another timer", arguments: [false, true])
  func restart(boiling: Bool) throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    push(id)
    if boiling { harness.send(.boil(after: 40_000), to: id) }
    harness.journal.settle()
    harness.advance(30_000, wakeup)
    push(id)
    harness.advance(20_000, wakeup)
    harness.registry.stopTimers()
    let after = SessionsHarness(after: harness)
    let again = after.wakeup()
    after.advance(39_999, again)
    #expect(after.log(id).last != #"timer {"type":"popToRoot"}"#)
    after.advance(1, again)
    #expect(after.log(id).last == #"timer {"type":"popToRoot"}"#)
    after.advance(1_000_000, again)
    #expect(after.log(id).count { $0 == #"timer {"type":"popToRoot"}"# } == 1)
  }

  @Test("An idle rule has exactly one timer after undo, redo and jump")
  func historyMove() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    for _ in 0..<3 { push(id) }
    for historyMove in [.undo(steps: 3), .redo(steps: 2), .undo(steps: 1), .jump(revision: 2)] as [HistoryMove] {
      harness.clock.advance(1_000)
      harness.commit(historyMove, in: id)
      #expect(try harness.timers(id).count == 1)
    }
    // The jump is to the state that the session has, and no change.
    harness.advance(58_999, wakeup)
    #expect(try depth(id) == 2)
    harness.advance(1, wakeup)
    #expect(try depth(id) == 1)
    #expect(try harness.timers(id) == [])
  }

  @Test("A message postpones an idle rule, because it is an action")
  func message() throws {
    let (wakeup, post) = (harness.wakeup(), harness.post())
    let id = try harness.session(MessageTestApp.kiosk)
    let phone = try harness.session(MessageTestApp.app)
    push(id)
    harness.advance(59_999, wakeup)
    harness.message(Action("push", ["route": "kettle"]), from: phone, to: id.text)
    harness.journal.settle()
    harness.bring(post)
    harness.advance(59_999, wakeup)
    #expect(try depth(id) == 3)
    harness.advance(1, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("A client can cancel an idle rule until the next action")
  func cancel() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(MessageTestApp.kiosk)
    push(id)
    let timer = try #require(try harness.timers(id).first?["id"]?.stringValue)
    harness.ask { await $0.cancel(timer, of: id) }
    harness.journal.settle()
    harness.advance(100_000, wakeup)
    #expect(try depth(id) == 2)
    push(id)
    harness.advance(60_000, wakeup)
    #expect(try depth(id) == 1)
  }
}
