import JSON
import Kettle
import Navigation
import Testing

@testable import Sessions

@Suite("Idle rules")
struct IdleTests {
  let rehearsal = Rehearsal(apps: [Walkie.kiosk, Walkie.app])

  private func push(_ id: SessionID, in rehearsal: Rehearsal? = nil) {
    let rehearsal = rehearsal ?? self.rehearsal
    rehearsal.send(Action("push", ["route": "kettle"]), to: id)
    rehearsal.journal.settle()
  }

  private func depth(_ id: SessionID, in rehearsal: Rehearsal? = nil) throws -> Int {
    try (rehearsal ?? self.rehearsal).counts(id).count
  }

  /// Rows of timers that were written.
  private func writes(_ id: SessionID) -> Int {
    (rehearsal.journal.tables.sessions[id]?.changes ?? []).reduce(0) { $0 + $1.timers.count }
  }

  @Test("are carried out once so long after the last action, and rest until the next one")
  func fires() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    rehearsal.advance(100_000, wakeup)
    #expect(rehearsal.log(id) == [])
    push(id)
    rehearsal.advance(59_999, wakeup)
    #expect(try depth(id) == 2)
    rehearsal.advance(1, wakeup)
    #expect(try depth(id) == 1)
    #expect(rehearsal.log(id).last == #"timer {"type":"popToRoot"}"#)
    rehearsal.advance(1_000_000, wakeup)
    #expect(rehearsal.log(id).count == 2)
    push(id)
    rehearsal.advance(60_000, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("begin anew with each action, and write a row for the first alone")
  func restarts() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    for _ in 0..<10 {
      push(id)
      rehearsal.advance(40_000, wakeup)
    }
    #expect(try depth(id) == 11)
    #expect(writes(id) == 1)
    #expect(rehearsal.log(id).count == 10)
    #expect(try rehearsal.timers(id).map { $0["fireAt"] } == ["2026-01-02T03:11:05.678Z"])
    rehearsal.advance(19_999, wakeup)
    #expect(try depth(id) == 11)
    rehearsal.advance(1, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("are not put off by what is refused, nor by other timers")
  func others() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    let again = Kettle.boil(after: 7_000, then: Kettle.boil(after: 7_000, then: Kettle.boil(after: 7_000)))
    push(id)
    rehearsal.advance(10_000, wakeup)
    rehearsal.send(.boil(after: 7_000, then: again), to: id)
    rehearsal.journal.settle()
    rehearsal.advance(50_000, wakeup)
    #expect(rehearsal.send(Action("leak"), to: id).answer == "refused empty")
    #expect(rehearsal.send(Action("off", ["name": "x"]), to: id).answer?.contains(#""changed":false"#) == true)
    rehearsal.advance(9_999, wakeup)
    #expect(try depth(id) == 2)
    rehearsal.advance(1, wakeup)
    #expect(try depth(id) == 1)
    #expect(try rehearsal.timers(id).isEmpty)
  }

  @Test("begin anew with an action that follows another timer")
  func version() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    rehearsal.send(.boil(after: 30_000), to: id)
    push(id)
    rehearsal.advance(30_000, wakeup)
    rehearsal.advance(20_000, wakeup)
    push(id)
    rehearsal.advance(59_999, wakeup)
    #expect(try depth(id) == 3)
    rehearsal.advance(1, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("keep their moment over a restart, before and after other timers", arguments: [false, true])
  func restart(boiling: Bool) throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    push(id)
    if boiling { rehearsal.send(.boil(after: 40_000), to: id) }
    rehearsal.journal.settle()
    rehearsal.advance(30_000, wakeup)
    push(id)
    rehearsal.advance(20_000, wakeup)
    rehearsal.registry.stopTimers()
    let after = Rehearsal(after: rehearsal)
    let again = after.wakeup()
    after.advance(39_999, again)
    #expect(after.log(id).last != #"timer {"type":"popToRoot"}"#)
    after.advance(1, again)
    #expect(after.log(id).last == #"timer {"type":"popToRoot"}"#)
    after.advance(1_000_000, again)
    #expect(after.log(id).count { $0 == #"timer {"type":"popToRoot"}"# } == 1)
  }

  @Test("hold one timer however far the session goes back and forth")
  func historyMove() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    for _ in 0..<3 { push(id) }
    for historyMove in [.undo(steps: 3), .redo(steps: 2), .undo(steps: 1), .jump(revision: 2)] as [HistoryMove] {
      rehearsal.clock.advance(1_000)
      rehearsal.historyMove(historyMove, in: id)
      rehearsal.journal.settle()
      #expect(try rehearsal.timers(id).count == 1)
    }
    rehearsal.advance(59_999, wakeup)
    #expect(try depth(id) == 2)
    rehearsal.advance(1, wakeup)
    #expect(try depth(id) == 1)
    #expect(try rehearsal.timers(id) == [])
  }

  @Test("are put off by a message, which is an action, too")
  func message() throws {
    let (wakeup, post) = (rehearsal.wakeup(), rehearsal.post())
    let id = try rehearsal.session(Walkie.kiosk)
    let phone = try rehearsal.session(Walkie.app)
    push(id)
    rehearsal.advance(59_999, wakeup)
    rehearsal.message(Action("push", ["route": "kettle"]), from: phone, to: id.text)
    rehearsal.journal.settle()
    rehearsal.bring(post)
    rehearsal.advance(59_999, wakeup)
    #expect(try depth(id) == 3)
    rehearsal.advance(1, wakeup)
    #expect(try depth(id) == 1)
  }

  @Test("can be taken back by a client until the next action")
  func cancel() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Walkie.kiosk)
    push(id)
    let timer = try #require(try rehearsal.timers(id).first?["id"]?.stringValue)
    rehearsal.registry.cancel(timer, of: id) { _ in }
    rehearsal.journal.settle()
    rehearsal.advance(100_000, wakeup)
    #expect(try depth(id) == 2)
    push(id)
    rehearsal.advance(60_000, wakeup)
    #expect(try depth(id) == 1)
  }
}
