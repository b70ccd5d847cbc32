import JSON
import TestSupport

@testable import Navigation

/// A generator of random actions of every type, most of which fit the tree.
struct RandomActions {
  private var random: SplitMix64
  /// The routes in the actions; nil: those of the apps `sample` and `everything`.
  private let routes: [String]?

  init(seed: UInt64, routes: [String]? = nil) {
    random = SplitMix64(seed: seed)
    self.routes = routes
  }

  mutating func action(for tree: Tree) -> JSONValue {
    let ids = tree.root.allIDs.sorted()
    var fields = action(ids, size: tree.size)
    if chance(8) { fields["target"] = .string(pick(ids)) }
    if chance(8) { fields["source"] = .string(pick(ids)) }
    return .object(fields)
  }

  /// Returns an action that starts or cancels a timer of a screen.
  mutating func boiling(for tree: Tree) -> JSONValue {
    let name = JSONValue.string(pick(["a", "b"]))
    let action: JSONValue =
      chance(4) ? ["type": "off", "name": name] : ["type": "boil", "name": name, "after": number(100)]
    return ["type": "screen", "id": .string(pick(tree.root.allIDs.sorted())), "action": action]
  }

  private mutating func action(_ ids: [String], size: Int) -> JSONObject {
    if size > 4_000, !chance(4) { return shrinking(ids) }
    switch Int.random(in: 0..<24, using: &random) {
    case 0...3: return destination("push")
    case 4: return destination("replace")
    case 5, 6: return flags(destination("navigate"), ["merge", "pop"])
    case 7: return destination("insert").with("index", number(5))
    case 8: return ["type": "pop", "count": .integer(Int64.random(in: 0...3, using: &random))]
    case 9: return popTo(ids)
    case 10: return ["type": chance(2) ? "popToRoot" : "goBack"]
    case 11: return ["type": "remove", "id": .string(pick(ids))]
    case 12:
      return ["type": .string(pick(["setParams", "replaceParams", "pushParams", "pushParams"])), "params": params()]
    case 13: return ["type": "setState", "state": params()]
    case 14: return ["type": "screen", "id": .string(pick(ids)), "action": ["type": "setState", "state": params()]]
    case 15: return ["type": "reset", "navigation": navigation(depth: 2)]
    case 16, 17: return select(ids)
    case 18: return flags(["type": .string(pick(["selectNext", "selectPrevious"]))], ["circular"])
    case 19: return ["type": .string(pick(["selectFirst", "selectLast", "openDrawer", "closeDrawer", "toggleDrawer"]))]
    case 20: return chance(3) ? destination("switchTo") : travel()
    case 21, 22: return present()
    default: return dismiss(ids)
    }
  }

  /// Returns an action that makes a large tree smaller, for any kind of root.
  private mutating func shrinking(_ ids: [String]) -> JSONObject {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ["type": "reset", "target": "root", "navigation": navigation(depth: 0)]
    case 1: return ["type": "reset", "target": .string(pick(ids)), "navigation": navigation(depth: 2)]
    case 2: return ["type": "dismissAll"]
    default: return ["type": "popToRoot", "target": .string(pick(ids))]
    }
  }

  private mutating func select(_ ids: [String]) -> JSONObject {
    let action: JSONObject = chance(4) ? ["type": "select", "params": params()] : ["type": "select"]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return action.with("id", .string(pick(ids)))
    case 1: return action.with("index", number(4))
    default: return action.with("route", route())
    }
  }

  private mutating func present() -> JSONObject {
    let action = destination("present")
    return chance(3) ? action.with("mode", "replace") : action.with("style", .string(pick(["sheet", "popover"])))
  }

  private mutating func dismiss(_ ids: [String]) -> JSONObject {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return ["type": "dismissAll"]
    case 1, 2: return ["type": "dismiss", "id": .string(pick(ids))]
    default: return ["type": "dismiss", "count": .integer(Int64.random(in: 0...3, using: &random))]
    }
  }

  private mutating func destination(_ type: String) -> JSONObject {
    let action: JSONObject = ["type": .string(type), "route": route()]
    return chance(3) ? action : action.with("params", params())
  }

  private mutating func travel() -> JSONObject {
    let url: JSONValue = .string(
      pick(
        routes.map { $0.map { "/" + $0 } } ?? ["/", "/items/7", "/users/1", "/users/2", "/single", "/note", "/nowhere"])
    )
    let action = chance(2) ? destination("route") : ["type": "route", "url": url]
    return action.with("policy", .string(pick(["push", "navigate", "reset"])))
  }

  private mutating func popTo(_ ids: [String]) -> JSONObject {
    let action = flags(["type": "popTo", "ifAbsent": .string(pick(["refuse", "replace", "push"]))], ["merge"])
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return action.with("id", .string(pick(ids)))
    case 1: return action.with("index", number(4))
    default: return action.with("route", route()).with("params", params())
    }
  }

  private mutating func navigation(depth: Int) -> JSONValue {
    let count = Int.random(in: 1...3, using: &random)
    var screens: [JSONValue] = []
    for _ in 0..<count { screens.append(screen(depth: depth)) }
    guard chance(4) else { return ["screens": .array(screens)] }
    return ["screens": .array(screens), "presented": [["style": "sheet", "screen": screen(depth: depth)]]]
  }

  private mutating func screen(depth: Int) -> JSONValue {
    guard routes == nil else {
      let screen: JSONObject = ["route": route(), "params": params()]
      return .object(chance(3) ? screen.with("id", .string("a\(Int.random(in: 1...60, using: &random))")) : screen)
    }
    guard depth < 3, chance(3) else { return ["route": .string(pick(["step", "item"]))] }
    return chance(2) ? ["route": "flow"] : ["route": "flow", "content": navigation(depth: depth + 1)]
  }

  private mutating func params() -> JSONValue {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: [:]
    case 1: ["n": number(9)]
    default: ["id": number(3)]
    }
  }

  private mutating func route() -> JSONValue {
    .string(
      pick(
        routes ?? [
          "home", "item", "step", "page", "narrow", "typed", "single", "user", "back", "keep", "once", "flow", "note",
          "pages", "drawer", "switch",
        ]))
  }

  private mutating func flags(_ action: JSONObject, _ names: [String]) -> JSONObject {
    names.reduce(into: action) { action, name in
      if chance(2) { action[name] = true }
    }
  }

  private mutating func number(_ limit: Int64) -> JSONValue { .integer(Int64.random(in: 0..<limit, using: &random)) }
  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  private mutating func pick(_ names: [String]) -> String { names[Int.random(in: 0..<names.count, using: &random)] }
}

extension JSONObject {
  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
