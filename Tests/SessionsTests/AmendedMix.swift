import AppDefinitions
import JSON
import TestSupport

@testable import Navigation
@testable import Sessions

/// A session in memory with containers of several kinds, timers, calls, identities and conditions, under random actions.
struct AmendedMix {
  var session: TransientSession
  private var random: SplitMix64
  /// The actions that made the revisions, or have taken their places.
  private var actions: [Int: JSONValue] = [:]
  /// The revisions that were amended since the last move through the history.
  private var amended: Set<Int> = []

  static let roots = [
    #"{"kind": "stack", "initial": "home"}"#,
    #"{"kind": "stack", "initial": "home", "backBehavior": "chronological"}"#,
    #"{"kind": "tabs", "routes": ["left", "right"], "backBehavior": "chronological"}"#,
    #"{"kind": "tabs", "routes": ["left", "right"], "backBehavior": "history"}"#,
    #"{"kind": "panes", "routes": ["left", "right"], "backBehavior": "chronological"}"#,
    #"{"kind": "panes", "routes": ["left", "right"]}"#,
  ]

  private static func definition(_ root: String, _ idle: String) -> String {
    #"""
    {"app": "mix", "version": 1, "data": {"n": 0, "notes": [], "seen": ""}, "root": \#(root), \#(idle)
    "actions": {
      "add": {"args": {"by": "integer"}, "when": "data.n + args.by <= 6",
        "do": [{"set": {"data.n": "data.n + args.by"}}, {"emit": "n", "value": "${data.n}"}]},
      "note": {"args": {"text": "string"}, "when": "size(data.notes) < 12", "do": {"append": {"data.notes": "args.text"}}},
      "low": {"args": {"text": "string"}, "when": "data.n < 4", "do": {"append": {"data.notes": "args.text"}}},
      "later": {"args": {"span": "integer"},
        "do": {"after": "${args.span}", "id": "alarm", "action": {"type": "low", "text": "alarm"}}},
      "often": {"do": {"every": "PT7S", "id": "tick", "action": {"type": "low", "text": "tick"}}},
      "never": {"do": [{"cancel": "alarm"}, {"cancel": "tick"}]},
      "ask": {"do": {"call": "http://a.example/", "id": "q", "then": {"type": "low", "text": "answered"},
        "otherwise": {"type": "note", "text": "failed"}}},
      "peek": {"do": [{"type": "push", "route": "item"}, {"type": "pop"}, {"type": "push", "route": "item"}]},
      "flash": {"do": [{"if": "data.n > 2", "then": [{"type": "push", "route": "item"}, {"type": "pop"}]},
        {"type": "present", "route": "info"}]}},
    "routes": {
      "home": {"actions": {"mark": {"do": {"set": {"data.seen": "screen.id"}}}}},
      "left": {"content": {"kind": "stack", "initial": "home"}}, "right": {"content": {"kind": "stack", "initial": "item"}},
      "item": {"params": {"id": "string?"}, "state": {"c": 0}, "timers": {"t": {"after": "PT9S", "action": {"type": "more"}}},
        "actions": {"more": {"do": {"set": {"state.c": "state.c + 1"}}}, "mark": {"do": {"set": {"data.seen": "screen.id"}}}}},
      "form": {"leave": {"when": "data.n < 5"}, "onLeave": {"set": {"data.n": "data.n - 1"}}},
      "vault": {"guard": {"when": "data.n > 3", "else": {"type": "push", "route": "form"}}},
      "one": {"params": {"id": "string?"}, "identity": "id", "onDuplicate": "refuse"},
      "two": {"params": {"id": "string?"}, "identity": "id", "onDuplicate": "allow"},
      "nest": {"content": {"kind": "tabs", "routes": ["home", "form"]}}, "info": {"as": "sheet"}}}
    """#
  }

  init(root: String, idle: String = "", seed: UInt64 = 0) throws {
    let definition = try JSONValue(parsing: Self.definition(root, idle))
    session = try TransientSession(of: try AppDefinition(definition).app, at: 1_000)
    random = SplitMix64(seed: seed)
  }

  init(seed: UInt64) throws {
    let idle = seed % 3 == 0 ? #""idle": {"after": "PT1M", "do": {"append": {"data.notes": "'idle'"}}},"# : ""
    try self.init(root: Self.roots[Int(seed) % Self.roots.count], idle: idle, seed: seed)
  }

  /// All that clients see, except for idle timers, which begin anew with each change.
  var state: String {
    let tree = session.tree
    return "\(tree.root)\n\(tree.data)\n\(tree.timers.filter { !$0.isIdle })\n\(session.calls.count)"
  }

  mutating func send(_ list: JSONValue...) throws {
    for action in list { try session.send([Action(json: action)]) }
  }

  /// Sends a random action, or lets something else happen. It may be refused.
  mutating func act() {
    switch random.upTo(12) {
    case 1: session.wait(Int64(random.upTo(20_000)))
    case 2: _ = try? session.answer(.response(status: 200, body: ""))
    case 3: travel(.undo(steps: random.upTo(2)))
    case 4: travel(.redo(steps: 1))
    default:
      let (action, former) = (action(), session.revision)
      let list = try? (action["actions"]?.arrayValue ?? [action]).map { try Action(json: $0) }
      guard let list, (try? session.send(list, isBatch: list.count > 1)) != nil else { return }
      if session.revision > former { actions[session.revision] = action }
    }
  }

  private mutating func travel(_ move: HistoryMove) {
    guard (try? session.move(move)) != nil else { return }
    // The former actions may be there again.
    for revision in amended { actions[revision] = nil }
    amended = []
  }

  mutating func mayWait() {
    if random.once(in: 3) { session.wait(Int64(random.upTo(10_000))) }
  }

  struct Amended {
    let amendment: Amendment
    let change: TransientSession.Change
    /// Whether the action is the one that was there.
    let isSame: Bool
  }

  /// Amends a random revision by a random action; nil: several attempts were refused.
  mutating func amend() throws -> Amended? {
    for _ in 0..<4 {
      guard let revision = pick(actions.keys.sorted()) else { return nil }
      let former = actions[revision] ?? .null
      let action = random.once(in: 4) ? former : action()
      let amendment = try Amendment(revision: revision, action)
      guard let change = try? session.move(.amend(amendment)) else { continue }
      actions[revision] = action
      amended.insert(revision)
      for dropped in change.report?.dropped ?? [] { actions[dropped.revision] = nil }
      return Amended(amendment: amendment, change: change, isSame: action == former)
    }
    return nil
  }

  /// Amends the same revision by a batch of the action alone, which has the same effect; nil: it is a batch already.
  mutating func amendAlike(_ amended: Amended) throws -> TransientSession.Change? {
    let (revision, action) = (amended.amendment.revision, amended.amendment.action)
    guard action["actions"] == nil else { return nil }
    let batch: JSONValue = ["actions": [action]]
    actions[revision] = batch
    return try session.move(.amend(Amendment(revision: revision, batch)))
  }

  // MARK: Actions

  private mutating func action(_ mayBeBatch: Bool = true) -> JSONValue {
    if mayBeBatch, random.once(in: 8) { return ["actions": .array((0...random.upTo(3)).map { _ in action(false) })] }
    return switch random.upTo(27) {
    case 1...5: opening("push")
    case 6: opening("present")
    case 7: opening("navigate")
    case 8: ["type": "pop"]
    case 9, 10: ["type": "goBack"]
    case 11: ["type": "pop", "source": id()]
    case 12: ["type": .string(one(of: ["pushParams", "setParams"])), "params": params()]
    case 13: ["type": .string(one(of: ["pushParams", "setParams"])), "params": params(), "source": id()]
    case 14: ["type": "select", "index": .integer(Int64(random.upTo(2) - 1))]
    case 15: ["type": "remove", "id": id()]
    case 16: ["type": "dismiss"]
    case 17: ["type": "add", "by": .integer(Int64(random.upTo(5) - 2))]
    case 18: ["type": .string(one(of: ["note", "low"])), "text": .string(one(of: ["x", "y"]))]
    case 19: ["type": "later", "span": .integer(Int64(random.upTo(20) - 5))]
    case 20: ["type": .string(one(of: ["often", "never", "ask"]))]
    case 21, 22: ["type": .string(one(of: ["peek", "flash", "more", "mark"]))]
    case 23: ["type": "push", "route": "item", "source": id(), "ifGone": "reopen"]
    case 24: ["type": "mark", "screen": id()]
    case 25: ["type": "insert", "route": route(), "index": 0]
    case 26: ["type": "reset", "navigation": ["screens": [["route": "home"], ["route": route()], ["route": "nest"]]]]
    default: ["type": "popToRoot"]
    }
  }

  private mutating func opening(_ type: String) -> JSONValue {
    let route = route()
    guard ["item", "one", "two"].contains(route.stringValue) else { return ["type": .string(type), "route": route] }
    return ["type": .string(type), "route": route, "params": params()]
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }
  private mutating func one(of list: [String]) -> String { pick(list) ?? "" }
  private mutating func route() -> JSONValue {
    .string(one(of: ["item", "form", "vault", "one", "two", "nest", "home", "info"]))
  }
  private mutating func params() -> JSONValue { ["id": .string(one(of: ["a", "b", "c"]))] }
  private mutating func id() -> JSONValue { .string(one(of: session.tree.root.allIDs.sorted())) }
}
