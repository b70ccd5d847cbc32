import JSON
import Navigation
import TestSupport

/// Random actions on the app `shelves`, some of which are refused.
struct Walk {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// Returns a random number from 1 to `highest`.
  mutating func upTo(_ highest: Int) -> Int { .random(in: 1...highest, using: &generator) }

  mutating func action() -> Action {
    switch upTo(22) {
    case 1, 2: Action("push", ["route": "shelf"])
    case 3: Action("push", ["route": "book", "params": ["id": number(), "page": number()]])
    case 4: Action("push", ["route": "counter"])
    case 5: Action("screen", ["id": id(), "action": ["type": "increment"]])
    case 6: Action("pop", ["count": number()])
    case 7: Action("insert", ["route": route(), "params": ["id": number()], "index": number(), "target": container()])
    case 8: Action("remove", ["id": id()])
    case 9: Action("replace", ["route": route(), "params": ["id": number()], "source": id()])
    case 10: Action(upTo(2) == 1 ? "setParams" : "pushParams", ["params": ["note": number()], "source": id()])
    case 11: Action("popTo", ["route": route(), "ifAbsent": "push", "target": container()])
    case 12: Action("screen", ["id": id(), "action": ["type": "setState", "state": ["open": number()]]])
    case 13: Action("goBack")
    case 14: Action("select", ["route": route(), "params": ["id": number()]])
    case 15: Action("select", ["index": number()])
    case 16, 17: Action("present", ["route": upTo(2) == 1 ? "shelf" : "house"])
    case 18: Action("dismiss", ["count": number()])
    case 19: Action(["openDrawer", "closeDrawer", "toggleDrawer", "dismissAll"][upTo(4) - 1])
    case 20: Action("push", ["route": "house"])
    case 21: Action("dismiss", ["id": id()])
    default: Action("reset", ["navigation": ["screens": [screen(), shelf(), screen()]], "target": container()])
    }
  }

  private mutating func number() -> JSONValue { .integer(Int64(upTo(4))) }
  private mutating func id() -> JSONValue { .string("a\(upTo(40))") }
  private mutating func container() -> JSONValue { upTo(2) == 1 ? "root" : id() }
  private mutating func route() -> JSONValue { ["home", "book", "shelf"][upTo(3) - 1] }

  private mutating func screen() -> JSONValue {
    upTo(2) == 1 ? ["route": "home"] : ["id": id(), "route": "book", "params": ["id": number()]]
  }

  private mutating func shelf() -> JSONValue {
    ["route": "shelf", "content": ["screens": [screen(), ["route": "home"]]]]
  }
}
