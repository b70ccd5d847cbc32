import JSON
import Navigation
import NavstateServer
import Reduction

// A server with an app whose actions end the process, for Tests/Blackbox/durability/test_traps.py.

struct Count: Sendable, JSONConvertible {
  var count: Int64 = 0

  init() {}
  init(json: JSONValue) throws { count = json["count"]?.integerValue ?? 0 }
  var json: JSONValue { ["count": .integer(count)] }
}

indirect enum CountAction: ActionConvertible {
  case count
  /// Traps like an index out of range.
  case trap
  /// Overflows the stack.
  case recurse
  /// Sends an action after some milliseconds.
  case later(Int64, CountAction)

  init?(_ action: Action) throws(ActionError) {
    switch action.type {
    case "count": self = .count
    case "trap": self = .trap
    case "recurse": self = .recurse
    case "later":
      let then = try Action(json: action.fields["then"] ?? ["type": "count"])
      guard let next = try CountAction(then) else { return nil }
      self = .later(action.fields["after"]?.integerValue ?? 0, next)
    default: return nil
    }
  }

  var action: Action {
    switch self {
    case .count: Action("count")
    case .trap: Action("trap")
    case .recurse: Action("recurse")
    case .later(let delay, let next):
      Action("later", ["after": .integer(delay), "then": .object(next.action.fields)])
    }
  }
}

/// Never returns: each call keeps bytes on the stack until the one below it has ended.
@inline(never) func recurse(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { bytes in
    bytes.storeBytes(of: depth, as: Int.self)
    return recurse(depth &+ 1) &+ bytes.load(as: Int.self)
  }
}

let reducer = Reducer<Count, CountAction, Void> { state, action, _ throws(Refusal) in
  switch action {
  case .count: state.count += 1
  case .trap: state.count = [Int64]()[Int(state.count)]
  case .recurse: state.count = Int64(recurse(0))
  case .later(let delay, let next): return .after(id: EffectID("later"), .milliseconds(delay), next)
  }
  return .none
}

let feature = Feature(
  actions: ["count", "trap", "recurse", "later"], initialState: { _ in Count() }, reducer: reducer, environment: ())

let app = App(
  "trap", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
  routes: [Route("home", feature: feature)])

Server(apps: [app], features: ["count": feature], name: "trap-server").run(CommandLine.arguments)
