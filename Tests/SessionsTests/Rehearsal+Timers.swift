import JSON
import Kettle
import Navigation
import Testing

@testable import Sessions

extension Rehearsal {
  /// Begins to carry out what was to come later.
  func bell() -> ManualBell {
    let bell = ManualBell { [clock] in clock.now }
    registry.startTimers(bell)
    return bell
  }

  /// Lets time pass, then carries out what it has made due, however many steps that takes.
  func advance(_ milliseconds: Int64, _ bell: ManualBell) {
    clock.advance(milliseconds)
    repeat {
      bell.ring()
      journal.settle()
    } while bell.isDue
  }

  /// What is pending, as clients see it.
  func timers(_ id: SessionID) throws -> [JSONValue] {
    let answer = try #require(read(id, .timers).answer)
    let json = try JSONValue(parsing: Array(answer.split(separator: " ", maxSplits: 2)[2].utf8))
    return json["items"]?.arrayValue ?? []
  }

  /// What was done, with who did it.
  func log(_ id: SessionID) -> [String] {
    (journal.tables.sessions[id]?.changes ?? []).map { "\($0.actor ?? "-") \(text(Array($0.text[$0.action])))" }
  }

  /// The `count` of each screen of the stack in focus.
  func counts(_ id: SessionID) throws -> [Int64] {
    let tree = try store(id).state.withLock { $0.draft.tree }
    return tree.root.screens.compactMap { $0.state["count"]?.integerValue }
  }
}

extension Action {
  static func boil(_ name: String = "boil", after delay: Int64, then: JSONObject? = nil) -> Action {
    Action("boil", Kettle.boil(name, after: delay, then: then))
  }
}
