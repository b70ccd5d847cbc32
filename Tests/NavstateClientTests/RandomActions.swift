import JSON
import Navigation
import TestSupport

/// Random actions, most of which the app accepts in some state.
struct RandomActions {
  let app: App
  var random: SplitMix64

  mutating func next(in tree: Tree) -> Action {
    let ids = screenIDs(in: tree.root)
    switch random.upTo(10) {
    case 1...6: return own(ids)
    case 7...8: return opening()
    default: return other(ids)
    }
  }

  /// Returns an action of the app, with the fields of its schema or with none.
  private mutating func own(_ ids: [String]) -> Action {
    let type = pick(app.ownActionTypes + ["setState"])
    var fields: JSONObject = [:]
    for (name, values) in Self.values where Self.fields[type]?.contains(name) == true { fields[name] = pick(values) }
    if random.once(in: 8) { fields = [:] }
    if random.once(in: 4) { fields["source"] = .string(pick(ids)) }
    return Action(type, fields)
  }

  private static let fields: [String: [String]] = [
    "add": ["dish", "price", "count"], "drop": ["dish"], "transition": ["to"], "edit": ["text"],
    "setNavigation": ["selection"], "setState": ["state"], "signIn": ["guest"], "todos.toggleTodo": ["id"],
    "todos.updateNewTodoDescription": ["text"], "todos.item": ["id", "action"], "todos.deleteTodo": ["offsets"],
  ]

  private mutating func opening() -> Action {
    let types = [
      "push", "push", "push", "replace", "present", "navigate", "select", "popTo", "switchTo", "route", "insert",
    ]
    var fields: JSONObject = ["route": .string(pick(app.routes.keys.sorted()))]
    if random.once(in: 2) { fields["params"] = pick(Self.params) }
    if random.once(in: 10) { fields["index"] = 0 }
    return Action(pick(types), fields)
  }

  private mutating func other(_ ids: [String]) -> Action {
    switch random.upTo(8) {
    case 1: return Action("goBack", random.once(in: 2) ? ["result": pick(Self.params)] : [:])
    case 2: return Action("pop", ["count": .integer(Int64(random.upTo(2)))])
    case 3: return Action("remove", ["id": .string(pick(ids)), "reported": true])
    case 4:
      return Action(pick(["setParams", "pushParams"]), ["params": pick(Self.params), "source": .string(pick(ids))])
    case 5: return Action("popTo", ["id": .string(pick(ids))])
    case 6: return Action("screen", ["id": .string(pick(ids)), "action": ["type": .string(pick(app.ownActionTypes))]])
    default:
      return Action(
        pick(["popToRoot", "dismiss", "dismissAll", "selectNext", "selectPrevious", "toggleDrawer", "selectFirst"]))
    }
  }

  private static let values: [(String, [JSONValue])] = [
    ("dish", ["soup", "tea", "bread"]), ("price", [300, 700]), ("count", [1, 2]), ("text", ["milk", ""]),
    ("to", ["red", "green", "blue"]), ("guest", ["Ann"]), ("id", ["1", "2", "3"]), ("state", [["n": 1], ["n": nil]]),
    ("selection", ["r1", "r2", nil]), ("offsets", [[0], [1, 0]]),
    ("action", [["type": "toggleComplete"], ["type": "addSubtodo"], ["type": "updateDescription", "text": "a"]]),
  ]

  private static let params: [JSONValue] = [
    [:], ["id": "soup", "price": 700], ["id": "tea", "price": 300], ["count": 3], ["color": "red"], ["page": 1],
  ]

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[random.upTo(values.count) - 1] }

  private func screenIDs(in container: Container) -> [String] {
    (container.screens + container.presented.map(\.screen)).flatMap { screen in
      [screen.id] + (screen.content.map(screenIDs) ?? [])
    }
  }
}
