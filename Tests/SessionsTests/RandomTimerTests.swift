import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("Random timers")
struct RandomTimerTests {
  @Test(
    "Each random timer ends once and never fires early, despite failures and restarts",
    arguments: 1...20 as ClosedRange<UInt64>)
  func restarts(seed: UInt64) async throws {
    var walk = TimerWalk(seed: seed)
    var harness = SessionsHarness { $0.timers.count = 8 }
    var wakeup = harness.wakeup()
    let id = try harness.session(TimerTestApp.app)
    for _ in 0..<400 {
      // Other tests need the same threads.
      await Task.yield()
      switch walk.upTo(20) {
      case 1...9: harness.send(walk.action(), to: id)
      case 10...13: harness.journal.settle(walk.upTo(4))
      case 14: harness.journal.settle(failing: .unavailable("no disk"))
      case 15: harness.clock.advance(-Int64(walk.upTo(500)))
      case 16: harness.storeSnapshot(of: try #require(harness.registry.sessions.all.first))
      case 17:
        // The restart loses the writes that are not settled.
        harness = SessionsHarness(after: harness, copy: true)
        wakeup = harness.wakeup()
        _ = harness.read(id).answer
      default:
        harness.clock.advance(Int64(walk.upTo(400)))
        wakeup.fireIfDue()
      }
      if walk.upTo(8) == 1 { try expectRowsToTellTheChanges(of: id, harness) }
    }
    harness.journal.settle()
    harness.advance(10_000, wakeup)
    harness.advance(10_000, wakeup)
    let ends = try expectRowsToTellTheChanges(of: id, harness)
    #expect(try harness.timers(id) == [])
    #expect(ends.contains { $0.hasFired } && ends.contains { !$0.hasFired }, "seed \(seed)")
  }

  private struct End {
    let timer: Timer
    let hasFired: Bool
  }

  /// Checks that the changes set and end each timer once, and that the stored rows are the timers that remain.
  @discardableResult
  private func expectRowsToTellTheChanges(of id: SessionID, _ harness: SessionsHarness) throws -> [End] {
    let rows = try #require(harness.journal.tables.sessions[id])
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
        let hasFired = change.origin.actor == "timer" && index == 0
        if hasFired { #expect(change.at >= timer.fireAt) }
        ends.append(End(timer: timer, hasFired: hasFired))
      }
    }
    #expect(rows.timers == pending.mapValues(TimerRow.init))
    return ends
  }

  @Test(
    "Random timers are loaded unchanged from a snapshot and later changes", arguments: 1...10 as ClosedRange<UInt64>)
  func loading(seed: UInt64) async throws {
    var walk = TimerWalk(seed: 100 + seed)
    let harness = SessionsHarness { $0.timers.count = 20 }
    let wakeup = harness.wakeup()
    let id = try harness.session(TimerTestApp.app)
    for _ in 0..<100 {
      // Other tests need the same threads.
      await Task.yield()
      harness.commit(walk.action(), to: id)
      if walk.upTo(5) == 1 { harness.advance(Int64(walk.upTo(300)), wakeup) }
      if walk.upTo(10) == 1 { harness.storeSnapshot(of: try harness.store(id)) }
      let again = SessionsHarness(after: harness, copy: true)
      #expect(again.read(id).answer == harness.read(id).answer)
      let (loaded, kept) = (try again.store(id), try harness.store(id))
      #expect(loaded.state.withLock { $0.draft.tree } == kept.state.withLock { $0.draft.tree })
    }
  }
}

/// Random actions on the app `kettle`.
private struct TimerWalk {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// Returns a random number from 1 to `highest`.
  mutating func upTo(_ highest: Int) -> Int { .random(in: 1...highest, using: &generator) }

  mutating func action() -> Action {
    switch upTo(12) {
    case 1...6:
      let then: JSONObject? =
        switch upTo(6) {
        case 1: ["type": "leak"]
        case 2: TimerTestApp.boil(name(), after: Int64(upTo(900)))
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
