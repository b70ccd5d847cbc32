import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

extension SessionsHarness {
  /// Starts the timer scheduler.
  func wakeup() -> ManualTimer {
    let wakeup = ManualTimer { [clock] in clock.now }
    registry.startTimers(wakeup)
    return wakeup
  }

  /// Advances the clock, then fires and commits timers until none is due.
  func advance(_ milliseconds: Int64, _ wakeup: ManualTimer) {
    clock.advance(milliseconds)
    repeat {
      wakeup.fireIfDue()
      journal.settle()
    } while wakeup.isDue
  }

  /// The pending timers, as clients see them.
  func timers(_ id: SessionID) throws -> [JSONValue] {
    let answer = try #require(read(id, .timers(at: registry.environment.timerClock)).answer)
    let json = try JSONValue(parsing: Array(answer.split(separator: " ", maxSplits: 2)[2].utf8))
    return json["items"]?.arrayValue ?? []
  }

  /// The slowed chains that have not ended: kind, length and action.
  func loops(_ id: SessionID) throws -> [String] {
    let answer = try #require(read(id, .slowedChains(at: clock.now)).answer)
    let json = try JSONValue(parsing: Array(answer.split(separator: " ", maxSplits: 2)[2].utf8))
    return (json["items"]?.arrayValue ?? []).map {
      "\($0["kind"]?.stringValue ?? "") \($0["length"]?.integerValue ?? 0) \($0["action"]?.stringValue ?? "")"
    }
  }

  /// The actions of the changes, each after its actor.
  func log(_ id: SessionID) -> [String] {
    (journal.tables.sessions[id]?.changes ?? []).map { "\($0.origin.actor ?? "-") \(text(Array($0.text[$0.action])))" }
  }

  /// The `count` of each screen of the stack in focus.
  func counts(_ id: SessionID) throws -> [Int64] {
    let tree = try store(id).state.withLock { $0.draft.tree }
    return tree.root.screens.compactMap { $0.state["count"]?.integerValue }
  }
}

extension Action {
  static func boil(_ name: String = "boil", after delay: Int64, then: JSONObject? = nil) -> Action {
    Action("boil", TimerTestApp.boil(name, after: delay, then: then))
  }
}
