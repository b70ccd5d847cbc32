import JSON
import Kettle
import Navigation
import Testing

@testable import Sessions

@Suite("Timers, whatever happens")
struct RandomTimerTests {
  @Test(
    "each ends once, those that fire do so in time, and a restart anywhere makes no difference",
    arguments: 1...20 as ClosedRange<UInt64>)
  func restarts(seed: UInt64) async throws {
    var walk = TimerWalk(seed: seed)
    var rehearsal = Rehearsal { $0.timers.count = 8 }
    var wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Kettle.app)
    for _ in 0..<400 {
      // Others wait for the same threads.
      await Task.yield()
      switch walk.upTo(20) {
      case 1...9: rehearsal.send(walk.action(), to: id)
      case 10...13: rehearsal.journal.settle(walk.upTo(4))
      case 14: rehearsal.journal.settle(failing: .unavailable("no disk"))
      case 15: rehearsal.clock.advance(-Int64(walk.upTo(500)))
      case 16: rehearsal.journal.project(try #require(rehearsal.registry.loadedStores.first)) { _ in }
      case 17:
        // What was not settled is lost with the process.
        rehearsal = Rehearsal(after: rehearsal, copy: true)
        wakeup = rehearsal.wakeup()
        _ = rehearsal.read(id).answer
      default:
        rehearsal.clock.advance(Int64(walk.upTo(400)))
        wakeup.ring()
      }
      if walk.upTo(8) == 1 { try expectRowsToTellTheChanges(of: id, rehearsal) }
    }
    rehearsal.journal.settle()
    rehearsal.advance(10_000, wakeup)
    rehearsal.advance(10_000, wakeup)
    let ends = try expectRowsToTellTheChanges(of: id, rehearsal)
    #expect(try rehearsal.timers(id) == [])
    #expect(ends.contains { $0.hasFired } && ends.contains { !$0.hasFired }, "seed \(seed)")
  }

  private struct End {
    let timer: Timer
    let hasFired: Bool
  }

  /// The changes set each timer once and end it once, and what they leave pending are the rows that there are.
  @discardableResult
  private func expectRowsToTellTheChanges(of id: SessionID, _ rehearsal: Rehearsal) throws -> [End] {
    let rows = try #require(rehearsal.journal.tables.sessions[id])
    var pending: [Timer.ID: Timer] = [:]
    var seen: Set<Timer.ID> = []
    var ends: [End] = []
    for change in rows.changes {
      let edits = try JSONValue(parsing: Array(change.text[change.edits])).arrayValue ?? []
      for (index, edit) in try edits.map({ try Edit(stored: $0) }).enumerated() {
        if case .schedule(let timer) = edit {
          #expect(seen.insert(timer.id).inserted)
          pending[timer.id] = timer
        }
        guard case .unschedule(let timer) = edit else { continue }
        #expect(pending.removeValue(forKey: timer.id) == timer)
        let hasFired = change.actor == "timer" && index == 0
        if hasFired { #expect(change.at >= timer.fireAt) }
        ends.append(End(timer: timer, hasFired: hasFired))
      }
    }
    #expect(rows.timers == pending.mapValues(TimerRow.init))
    return ends
  }

  @Test("are loaded as they are, wherever the tables are", arguments: 1...10 as ClosedRange<UInt64>)
  func loading(seed: UInt64) async throws {
    var walk = TimerWalk(seed: 100 + seed)
    let rehearsal = Rehearsal { $0.timers.count = 20 }
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Kettle.app)
    for _ in 0..<100 {
      // Others wait for the same threads.
      await Task.yield()
      rehearsal.send(walk.action(), to: id)
      rehearsal.journal.settle()
      if walk.upTo(5) == 1 { rehearsal.advance(Int64(walk.upTo(300)), wakeup) }
      if walk.upTo(10) == 1 { rehearsal.journal.project(try rehearsal.store(id)) { #expect($0 == nil) } }
      let again = Rehearsal(after: rehearsal, copy: true)
      #expect(again.read(id).answer == rehearsal.read(id).answer)
      let (loaded, kept) = (try again.store(id), try rehearsal.store(id))
      #expect(loaded.state.withLock { $0.draft.tree } == kept.state.withLock { $0.draft.tree })
    }
  }
}

/// Actions on the app `kettle` as chance has it.
private struct TimerWalk {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// 1 to `highest`.
  mutating func upTo(_ highest: Int) -> Int { .random(in: 1...highest, using: &generator) }

  mutating func action() -> Action {
    switch upTo(12) {
    case 1...6:
      let then: JSONObject? =
        switch upTo(6) {
        case 1: ["type": "leak"]
        case 2: Kettle.boil(name(), after: Int64(upTo(900)))
        default: nil
        }
      return .boil(name(), after: Int64(upTo(900)), then: then)
    case 7: return Action("off", ["name": .string(name())])
    case 8: return Action("push", ["route": .string(upTo(3) == 1 ? "stove" : "kettle")])
    case 9: return Action(upTo(2) == 1 ? "pop" : "dismiss")
    case 10: return Action("present", ["route": "cup"])
    case 11: return Action("popToRoot", ["target": "root"])
    default: return Action("replace", ["route": "kettle"])
    }
  }

  private mutating func name() -> String { "n\(upTo(4))" }
}
