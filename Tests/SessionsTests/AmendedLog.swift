import AppDefinitions
import JSON
import Navigation
import Testing

@testable import Sessions

/// A session in memory with a counter, notes and a stack, whose changes are amended.
struct AmendedLog {
  var session: TransientSession
  private static let definition = #"""
    {"app": "log", "version": 1, "data": {"n": 0, "notes": []}, "root": {"kind": "stack", "initial": "home"},
    "actions": {
      "add": {"args": {"by": "integer"}, "when": "data.n + args.by <= 10", "do": {"set": {"data.n": "data.n + args.by"}}},
      "note": {"args": {"text": "string"}, "do": {"append": {"data.notes": "args.text"}}},
      "say": {"args": {"text": "string"}, "do": {"emit": "said", "value": "${args.text}"}},
      "later": {"do": {"after": "PT10S", "id": "alarm", "action": {"type": "note", "text": "alarm"}}},
      "ask": {"do": {"call": "http://a.example/", "then": {"type": "note", "text": "answered"}}},
      "message": {"args": {"to": "string", "action": "object"}, "do": {"append": {"data.notes": "args.to"}}},
      "cancelTimer": {"args": {"timer": "string"}, "do": {"append": {"data.notes": "args.timer"}}},
      "anew": {"do": {"restart": true}},
      "erase": {"do": [{"set": {"data.n": "0"}}, {"forget": true}]}},
    "routes": {"home": {}, "item": {"params": {"id": "string?"}}, "form": {"leave": {"when": "data.n < 5"}},
      "vault": {"guard": {"when": "data.n > 3"}}, "one": {"identity": true, "onDuplicate": "refuse"}}}
    """#

  static func app() throws -> App { try AppDefinition(try JSONValue(parsing: definition)).app }

  init(_ actions: [Action]) throws {
    session = try TransientSession(of: try Self.app(), at: 1_000)
    for action in actions { try session.send([action]) }
  }

  var n: JSONValue? { session.tree.data["n"] }
  var notes: [JSONValue] { session.tree.data["notes"]?.arrayValue ?? [] }
  var routes: [String] { session.tree.root.screens.map(\.route) }
  var ids: [String] { session.tree.root.screens.map(\.id) }

  @discardableResult
  mutating func amend(_ revision: Int, _ action: Action) throws -> AmendmentReport {
    let amendment = try Amendment(revision: revision, .object(action.fields))
    return try #require(try session.move(.amend(amendment)).report)
  }

  /// The code of the refusal of an amendment; nil: it is not refused.
  mutating func refusal(of revision: Int, _ action: Action) -> String? {
    do {
      try amend(revision, action)
      return nil
    } catch {
      return (error as? ActionError)?.refusal.code
    }
  }

  /// The routes and params of a container.
  static func shape(_ container: Container) -> [JSONValue] {
    container.screens.map { [.string($0.route), .object($0.params)] }
  }
}

extension Action {
  static func add(_ n: Int64) -> Action { Action("add", ["by": .integer(n)]) }
  static func note(_ text: String) -> Action { Action("note", ["text": .string(text)]) }
  static func say(_ text: String) -> Action { Action("say", ["text": .string(text)]) }
  static func push(_ route: String, _ params: JSONObject = [:]) -> Action {
    Action("push", ["route": .string(route), "params": .object(params)])
  }

  static func random(using random: inout some RandomNumberGenerator) -> Action {
    let routes = ["item", "form", "vault", "one"]
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: .add(.random(in: -4...4, using: &random))
    case 1: .note("\(Int.random(in: 0...9, using: &random))")
    case 2: Action("pop")
    case 3: Action("popToRoot")
    default: .push(routes[.random(in: 0..<4, using: &random)])
    }
  }
}
