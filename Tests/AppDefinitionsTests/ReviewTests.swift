import JSON
import Navigation
import Testing

@testable import AppDefinitions

@Suite("Warnings about definitions")
struct ReviewTests {
  /// Returns the warnings of an app whose stack begins with `home`: their pointers with their details.
  private func warnings(
    _ routes: String, actions: String = "{}", data: String = #"{"seats": 4, "user": null}"#
  ) throws -> [String] {
    let json = """
      {"app": "a", "version": 1, "data": \(data), "root": {"kind": "stack", "initial": "home"},
      "actions": \(actions), "routes": \(routes)}
      """
    return try AppDefinition(try JSONValue(parsing: json)).warnings.map { "\($0.pointer): \($0.detail)" }
  }

  @Test(
    "A condition with a constant value is a warning",
    arguments: [
      (
        #"{"guard": {"when": "false"}}"#,
        "/routes/item/guard/when: `false` is always false: `item` can never be opened."
      ),
      (#"{"guard": {"when": "data.user == 1 && 1 > 2"}}"#, "`item` can never be opened."),
      (#"{"guard": {"when": "true"}}"#, "the guard has no effect."),
      (#"{"leave": {"when": "state.n == 0 || true"}}"#, "no confirmation is ever needed."),
      (#"{"to": [{"route": "home", "when": "1 == 2"}]}"#, "/routes/item/to/0/when"),
      (#"{"actions": {"go": {"when": "false", "do": []}}}"#, "the action can never be performed."),
      (#"{"onEnter": {"if": "false", "then": []}}"#, "`then` is never performed."),
    ])
  func constants(route: String, warning: String) throws {
    let warnings = try warnings(#"{"home": {}, "item": \#(route)}"#)
    #expect(warnings.count == 1 && warnings[0].contains(warning), "\(warnings)")
  }

  @Test(
    "Common parts of a definition cause no warnings",
    arguments: [
      #"{"leave": {"when": "false", "message": "Lose it?"}}"#, #"{"guard": {"when": "data.user != null"}}"#,
      #"{"guard": [{"when": "data.user != null"}, {"when": "data.seats > 1"}]}"#, #"{"path": "/items/:id"}"#,
      #"{"onEnter": {"set": {"data.seats": "data.seats + 1"}}}"#, #"{"onEnter": {"set": {"data.user": "'Ann'"}}}"#,
      #"{"onEnter": {"set": {"data.other": "data.elsewhere"}}}"#,
      #"{"timers": {"t": {"after": 1, "action": {"type": "pop"}}}}"#,
      #"{"onEnter": {"type": "push", "route": "home", "params": {"any": "${data.seats}"}}}"#,
    ])
  func usual(route: String) throws {
    #expect(try warnings(#"{"home": {}, "item": \#(route)}"#) == [])
  }

  @Test("A condition that reads what clients can set is a warning, once for each value")
  func clients() throws {
    let json = """
      {"app": "a", "version": 1, "data": {"vip": false, "n": 0}, "clients": {"data": ["vip"]},
      "root": {"kind": "stack", "initial": "home"}, "routes": {
        "home": {"to": [{"route": "item", "when": "data.vip"}, {"route": "shut", "when": "data.n > 0"}],
          "actions": {"go": {"when": "data.vip && data.n > 0", "do": []}}},
        "item": {"state": {"paid": false}, "actions": {
          "one": {"when": "state.paid", "do": []}, "two": {"when": "state.paid", "do": []}}},
        "shut": {"state": {"paid": false}, "clients": {"setState": false},
          "actions": {"one": {"when": "state.paid", "do": []}}}}}
      """
    let warnings = try AppDefinition(try JSONValue(parsing: json)).warnings
    #expect(
      warnings.map { "\($0.pointer): \($0.detail)" } == [
        "/routes/home/actions/go/when: Clients can set `data.vip`, on which this condition depends. Remove it from "
          + "`clients.data` if they must not.",
        "/routes/item/actions/one/when: Clients can set `state.paid`, on which this condition depends. Add "
          + "`\"clients\": {\"setState\": false}` to the route if they must not.",
      ])
  }

  @Test("An action that no container of the app takes is a warning")
  func kinds() throws {
    let found = try warnings(
      #"{"home": {}, "item": {"timers": {"t": {"after": 1, "action": {"type": "selectNext"}}}}}"#,
      actions: #"{"go": {"do": {"type": "switchTo", "route": "item"}}, "back": {"do": {"type": "goBack"}}}"#)
    #expect(
      found == [
        "/actions/go/do: No container of the app handles `switchTo`, which is for the kinds `switch`: 409.",
        "/routes/item/timers/t/action: No container of the app handles `selectNext`, which is for the kinds `tabs`, "
          + "`pages`, `panes`: 409.",
      ])
    let content = #"{"home": {}, "item": {"content": {"kind": "switch", "initial": "home"}}}"#
    #expect(try warnings(content, actions: #"{"go": {"do": {"type": "switchTo", "route": "home"}}}"#) == [])
  }

  @Test("A guard after one that never holds and a repeated guard condition are warnings")
  func guards() throws {
    let closed = #"{"home": {}, "item": {"guard": [{"when": "false"}, {"when": "data.user == 1"}]}}"#
    #expect(
      try warnings(closed).last == "/routes/item/guard/1: This guard is never evaluated: the one before it never holds."
    )
    let same = #"{"home": {}, "item": {"guard": [{"when": "data.user == 1"}, {"when": "data.user == 1"}]}}"#
    #expect(try warnings(same).map { $0.prefix(26) } == ["/routes/item/guard/1/when:"])
  }

  @Test("Guards whose steps lead back to them are warnings")
  func loops() throws {
    let own = #"{"home": {}, "item": {"guard": {"when": "data.user == 1", "else": {"type": "push", "route": "item"}}}}"#
    #expect(try warnings(own).map { $0.prefix(24) } == ["/routes/item/guard/else:"])
    let back = { (name: String) in
      #"{"guard": {"when": "data.user == 1", "else": {"type": "push", "route": "\#(name)"}}}"#
    }
    let each = try warnings(#"{"home": {}, "a": \#(back("b")), "b": \#(back("a"))}"#)
    #expect(each.count == 1 && each[0].contains("`a`, `b` have the same condition"))
  }

  @Test("An unreachable screen and a first screen without an exit are warnings")
  func unreachable() throws {
    let warnings = try warnings(#"{"home": {"to": []}, "item": {}}"#)
    #expect(warnings.map { $0.prefix(20) } == ["/routes/home: `home`", "/routes/item: `item`"])
    #expect(warnings[0].contains("dead end") && warnings[1].contains("cannot be reached"))
  }

  @Test(
    "A screen that a step, a guard, a link or a parent opens is reachable",
    arguments: [
      #"{"home": {"to": [], "onEnter": {"type": "push", "route": "item"}}, "item": {}}"#,
      #"{"home": {"to": ["a"]}, "a": {"guard": {"when": "data.user == 1", "else": {"type": "route", "route": "item"}}}, "item": {}}"#,
      #"{"home": {"to": []}, "item": {"path": "/item"}}"#,
      #"{"home": {"to": []}, "a": {"path": "/a", "parent": "item"}, "item": {}}"#,
      #"{"home": {"to": [], "actions": {"go": {"args": {"r": "string"}, "do": {"type": "push", "route": "${args.r}"}}}}, "item": {}}"#,
    ])
  func reachable(routes: String) throws {
    #expect(try warnings(routes) == [])
  }

  @Test("A link that another route matches first is a warning, unless its params have another type")
  func links() throws {
    let paths = { (params: String) in #"{"home": {}, "a": {"path": "/a/:id"\#(params)}, "b": {"path": "/a/:name"}}"# }
    #expect(try warnings(paths("")).map { $0.prefix(34) } == ["/routes/b/path: Links to `b` never"])
    #expect(try warnings(paths(#", "params": {"id": "integer"}"#)) == [])
  }

  @Test(
    "A value of a wrong type and a misspelt name are warnings",
    arguments: [
      (#"{"set": {"data.seats": "'four'"}}"#, "`data.seats` began as an integer and cannot become a string"),
      (#"{"append": {"data.seats": "1"}}"#, "`append` needs a list"),
      (#"{"set": {"data.user": "data.saets"}}"#, "`data.saets` at column 1"),
      (#"{"emit": "x", "value": {"n": ["A ${data.saets}"]}}"#, "`data.saets` at column 5"),
      (#"{"cancel": "clock"}"#, "No timer and no call `clock` is started by the app."),
      (#"{"after": 1, "id": "t", "action": {"type": "go"}}"#, "The timer `t` never ends"),
      (
        #"{"type": "push", "route": "item", "params": {"idd": 1}}"#,
        "`item` has no param `idd`: 422. Did you mean `id`?"
      ),
      (
        #"{"type": "push", "route": "item", "params": {"id": "x"}}"#,
        "The param `id` of `item` must be an integer; it is a string: 422."
      ),
      (#"{"type": "push", "route": "item"}"#, "`item` needs the param `id`, an integer: 422."),
      (#"{"type": "add", "n": 1, "m": 2}"#, "`add` has no argument `m`: 422."),
    ])
  func steps(step: String, warning: String) throws {
    let actions = #"{"go": {"do": \#(step)}, "add": {"args": {"n": "integer"}, "do": []}}"#
    let warnings = try warnings(#"{"home": {}, "item": {"params": {"id": "integer"}}}"#, actions: actions)
    #expect(warnings.first?.contains(warning) == true, "\(warnings)")
  }

  @Test("Names that lead to each other are one round, which begins with the first, whatever leads into it")
  func rounds() {
    let next = ["a": "c", "c": "d", "d": "b", "b": "c", "e": "e", "f": "g"]
    #expect(DefinitionReview.rounds(from: ["a", "b", "e", "f"], by: { next[$0] }) == [["b", "c", "d"], ["e"]])
  }

  @Test("A state that is not an object and routes that are parents of each other are warnings")
  func routes() throws {
    #expect(try warnings(#"{"home": {"state": 5}}"#).map { $0.prefix(19) } == ["/routes/home/state:"])
    let parents = try warnings(#"{"home": {}, "a": {"path": "/a", "parent": "b"}, "b": {"parent": "a"}}"#)
    #expect(parents.count == 1 && parents[0].contains("parents of each other"))
  }
}
