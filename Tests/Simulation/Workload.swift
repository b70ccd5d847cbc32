import ExampleApps
import JSON
import TestSupport
import Navigation
import Sessions

/// An app and the random actions of its clients, of which some have an effect and some are refused.
struct Workload: Sendable {
  let app: App
  let action: @Sendable (inout SplitMix64, _ others: [SessionID]) -> Action

  static let counter = Workload(app: Counter.app) { chance, _ in
    switch chance.upTo(9) {
    case 1...4: Action("increment")
    case 5: Action("decrement")
    case 6: Action("push")
    case 7: Action("goBack")
    case 8: Action("setParams", ["params": ["note": .integer(Int64(chance.upTo(9)))]])
    default: Action("popToRoot")
    }
  }

  static let tabs = Workload(app: Tabs.app) { chance, _ in
    switch chance.upTo(8) {
    case 1, 2: Action("select", ["index": .integer(Int64(chance.upTo(3) - 1))])
    case 3: Action("counter.increment")
    case 4: Action("todos.updateNewTodoDescription", ["value": .string("todo \(chance.upTo(9))")])
    case 5: Action("todos.addTodo")
    case 6: Action("goBack")
    default: Action("selectNext", ["circular": true])
    }
  }

  static let list = Workload(app: List.app) { chance, _ in
    switch chance.upTo(6) {
    case 1...3: Action("setNavigation", ["selection": .string("r\(chance.upTo(3))")])
    case 4: Action("setNavigation", ["selection": .null])
    case 5: Action("increment")
    default: Action("goBack")
    }
  }

  static let timers = Workload(app: TimerTestApp.app) { chance, _ in
    let name = "k\(chance.upTo(3))"
    switch chance.upTo(12) {
    case 1...4: return Action("boil", TimerTestApp.boil(name, after: Int64(chance.upTo(3_000))))
    case 10, 11:
      let until = Simulation.begin + Int64(chance.upTo(30_000))
      let then: JSONObject = ["type": chance.upTo(3) == 1 ? "leak" : "whistle"]
      return Action("boil", TimerTestApp.boil(name, after: Int64(chance.upTo(3_000)), until: until, then: then))
    case 5: return Action("boil", TimerTestApp.boil(name, after: Int64(chance.upTo(500)), then: ["type": "leak"]))
    case 6: return Action("off", ["name": .string(name)])
    case 7: return Action("whistle")
    case 8: return Action("push", ["route": "stove"])
    case 9: return Action("present", ["route": "cup"])
    default: return Action("goBack")
    }
  }

  static let messages = Workload(app: MessageTestApp.app) { chance, others in
    switch chance.upTo(6) {
    case 1...4:
      guard !others.isEmpty else { return Action("hear", ["text": "alone"]) }
      let letters = (0..<chance.upTo(3)).map { _ in "abcdefgh".randomElement(using: &chance) ?? "a" }
      return Action(
        "say", ["text": .string(String(letters)), "to": .string(others[chance.upTo(others.count) - 1].text)])
    case 5: return Action("hear", ["text": "me"])
    default: return Action("push", ["route": "walkie"])
    }
  }
}
