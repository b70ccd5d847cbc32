import AppDefinitions
import JSON
import Navigation
import Testing

@Suite("Logic of apps defined in JSON")
struct LogicTests {
  /// An app with a stack that begins with `home`, and its session.
  private struct Session {
    let app: App
    var draft: Draft

    init(actions: String = "{}", routes: String, data: String = "{}") throws {
      let json = """
        {"app": "a", "version": 1, "data": \(data), "root": {"kind": "stack", "initial": "home"},
        "actions": \(actions), "routes": \(routes)}
        """
      app = try AppDefinition(try JSONValue(parsing: json)).app
      draft = Draft(try app.start())
    }

    mutating func send(_ json: JSONValue, from origin: App.Origin = .client) throws {
      do throws(ActionError) {
        try app.reduce(try Action(json: json), &draft, from: origin)
      } catch {
        draft.rollBack()
        throw error
      }
      _ = draft.finish()
    }

    /// Returns the code with which an action is refused; nil: it is carried out.
    mutating func refusal(of json: JSONValue) -> String? {
      let former = draft.tree
      do {
        try send(json)
        return nil
      } catch {
        #expect(draft.tree == former)
        return (error as? ActionError)?.refusal.code
      }
    }

    var routes: [String] { draft.tree.root.screens.map(\.route) }
  }

  private static let shop = """
    {"home": {"onResult": {"signIn": {"if": "!cancelled", "then": {"set": {"data.user": "result"}}}}},
    "account": {"guard": {"when": "data.user != null", "else": {"type": "present", "route": "signIn"}, "resume": true}},
    "signIn": {"as": "sheet"}, "form": {"state": {"text": ""}, "leave": {"when": "state.text == ''", "message": "Lose it?"}}}
    """

  @Test("`to` and its conditions apply to a `reset` of a client, and not to one of a step")
  func resetOfStep() throws {
    let reset = #"{"type": "reset", "navigation": {"screens": [{"route": "help"}]}}"#
    let routes = #"{"home": {"to": [{"route": "help", "when": "data.isOpen"}]}, "help": {"to": []}}"#
    var session = try Session(
      actions: #"{"help": {"do": \#(reset)}, "open": {"do": {"set": {"data.isOpen": "true"}}}}"#, routes: routes,
      data: #"{"isOpen": false}"#)
    let action = try JSONValue(parsing: reset)
    #expect(session.refusal(of: action) == "destination-not-allowed")
    var opened = session
    try opened.send(["type": "open"])
    #expect(opened.refusal(of: action) == nil)
    try session.send(["type": "help"])
    #expect(session.routes == ["help"])
  }

  @Test("`to` does not apply to the action `route` of a step")
  func routeOfStep() throws {
    let routes = #"{"home": {"to": []}, "help": {"to": []}, "note": {"as": "sheet", "to": []}}"#
    let actions =
      #"{"help": {"do": {"type": "route", "route": "help"}}, "note": {"do": {"type": "route", "route": "note"}}}"#
    var session = try Session(actions: actions, routes: routes)
    #expect(session.refusal(of: ["type": "route", "route": "help"]) == "destination-not-allowed")
    try session.send(["type": "help"])
    try session.send(["type": "note"])
    #expect(session.routes == ["home", "help"] && session.draft.tree.current.route == "note")
  }

  @Test("`onLeave` can perform an action of the app with the values of the removed screen")
  func actionOfLeave() throws {
    let actions = #"{"note": {"args": {"n": "integer"}, "do": {"set": {"data.n": "args.n"}}}}"#
    let routes = #"{"home": {}, "item": {"state": {"n": 7}, "onLeave": {"type": "note", "n": "${state.n}"}}}"#
    var session = try Session(actions: actions, routes: routes, data: #"{"n": 0}"#)
    try session.send(["type": "push", "route": "item"])
    try session.send(["type": "pop"])
    #expect(session.draft.tree.data == ["n": 7])
  }

  @Test("The screen of a guard keeps the refused action and performs it when it returns a result")
  func intent() throws {
    var session = try Session(routes: Self.shop, data: #"{"user": null}"#)
    try session.send(["type": "push", "route": "account"])
    #expect(session.draft.tree.current.route == "signIn")
    #expect(session.draft.tree.current.intent == ["type": "push", "route": "account"])
    try session.send(["type": "dismiss", "result": "Ann"])
    #expect(session.routes == ["home", "account"])
    #expect(session.draft.tree.data == ["user": "Ann"])
  }

  @Test("An intent is dropped when its screen is removed without a result")
  func cancelledIntent() throws {
    var session = try Session(routes: Self.shop, data: #"{"user": null}"#)
    try session.send(["type": "push", "route": "account"])
    try session.send(["type": "goBack"])
    #expect(session.routes == ["home"])
    #expect(session.draft.tree.data == ["user": nil])
  }

  @Test("A failed `leave` condition needs a confirmation of a client, but not of a backend")
  func leave() throws {
    var session = try Session(routes: Self.shop, data: #"{"user": null}"#)
    try session.send(["type": "push", "route": "form"])
    try session.send(["type": "setState", "state": ["text": "x"]])
    #expect(session.refusal(of: ["type": "pop"]) == "confirmation-needed")
    var other = session
    try other.send(["type": "pop"], from: .backend)
    #expect(other.routes == ["home"])
    try session.send(["type": "pop", "confirmed": [.string(session.draft.tree.current.id)]])
    #expect(session.routes == ["home"])
  }

  @Test("A refused step reverts the steps before it, including outputs and timers")
  func allOrNothing() throws {
    let steps = """
      [{"set": {"data.n": "1"}}, {"emit": "e"}, {"after": 5, "id": "t", "action": {"type": "pop"}},
      {"type": "push", "route": "home"}, {"refuse": "no", "code": "never"}]
      """
    var session = try Session(
      actions: #"{"go": {"do": \#(steps)}}"#, routes: #"{"home": {}}"#, data: #"{"n": 0}"#)
    #expect(session.refusal(of: ["type": "go"]) == "never")
    #expect(session.draft.isEmpty)
  }

  @Test(
    "A data member keeps the type from its definition",
    arguments: [("1 == 1", "wrong-type"), ("'a'", "wrong-type"), ("[1]", "wrong-type"), ("2.5", nil), ("7", nil)])
  func types(value: String, code: String?) throws {
    var session = try Session(
      actions: #"{"go": {"do": {"set": {"data.n": "\#(value)"}}}}"#, routes: #"{"home": {}}"#, data: #"{"n": 0}"#)
    #expect(session.refusal(of: ["type": "go"]) == code)
  }

  @Test("A change by steps and hooks is undone and replayed by its edits alone")
  func replay() throws {
    let routes = """
      {"home": {"onResult": {"*": {"append": {"data.log": "result"}}}},
      "item": {"state": {"n": 0}, "onEnter": [{"set": {"state.n": "data.log.size()"}}, {"emit": "entered"}],
      "onLeave": {"append": {"data.log": "state.n"}},
      "timers": {"t": {"after": "PT1H", "action": {"type": "pop"}}}}}
      """
    var session = try Session(routes: routes, data: #"{"log": []}"#)
    let start = session.draft.tree
    var changes: [[Edit]] = []
    for action: JSONValue in [
      ["type": "push", "route": "item"], ["type": "pop", "result": 5], ["type": "push", "route": "item"],
    ] {
      try session.app.reduce(try Action(json: action), &session.draft)
      changes.append(session.draft.finish().edits)
    }
    let end = session.draft.tree
    #expect(end.data == ["log": [0, 5]])
    for edits in changes.reversed() { session.draft.revert(edits) }
    #expect(session.draft.tree.root == start.root && session.draft.tree.data == start.data)
    for edits in changes { session.draft.replay(edits) }
    #expect(session.draft.tree.root == end.root && session.draft.tree.data == end.data)
  }

  @Test("The evaluation of refused hooks counts towards the limit of the action")
  func costlyHooks() throws {
    let costly = "!data.items.exists(a, data.items.exists(b, a + b == -1))"
    var session = try Session(
      routes: #"{"home": {}, "item": {"onLeave": {"if": "\#(costly)", "then": {"set": {"data.n": "1 / 0"}}}}}"#,
      data: #"{"items": \#(Array(1...30))}"#)
    for _ in 1...8 { try session.send(["type": "push", "route": "item"]) }
    try session.send(["type": "pop"])
    #expect(session.refusal(of: ["type": "popToRoot"]) == "expression-too-costly")
  }

  @Test("What steps copy counts towards the limit of the action, and they are one edit of the data")
  func costlySteps() throws {
    func appends(_ count: Int) -> String {
      Array(repeating: #"{"append": {"data.items": "1"}}"#, count: count).joined(separator: ",")
    }
    var session = try Session(
      actions: #"""
        {"few": {"do": [\#(appends(2))]}, "many": {"do": [\#(appends(200))]},
         "again": {"do": [{"restart": true}, {"restart": true}]}}
        """#,
      routes: #"{"home": {}}"#, data: #"{"items": \#(Array(1...9_000))}"#)
    #expect(session.refusal(of: ["type": "many"]) == "expression-too-costly")
    try session.app.reduce(try Action(json: ["type": "few"]), &session.draft)
    #expect(session.draft.finish().edits.count == 1)
    #expect(session.draft.tree.data["items"]?.arrayValue?.count == 9_002)
    #expect(session.refusal(of: ["type": "again"]) == nil)
  }

  @Test("A screen that opens itself without end is refused")
  func endlessLoop() throws {
    var session = try Session(
      routes: #"{"home": {}, "a": {"onEnter": {"type": "push", "route": "a"}}}"#)
    #expect(session.refusal(of: ["type": "push", "route": "a"]) == "too-many-steps")
  }

  @Test("A condition for leaving is not asked for a removal with a result or by a step, and stands alone in the detail")
  func leaveOfSteps() throws {
    let routes = #"{"home": {}, "form": {"leave": {"when": "!cancelled", "message": "Lose it?"}}}"#
    for (action, isAsked) in [
      (["type": "pop"], true), (["type": "pop", "result": 1], false), (["type": "close"], false),
    ] as [(JSONValue, Bool)] {
      var session = try Session(actions: #"{"close": {"do": {"type": "pop"}}}"#, routes: routes)
      try session.send(["type": "push", "route": "form"])
      do {
        try session.send(action)
        #expect(!isAsked && session.routes == ["home"])
      } catch {
        #expect(isAsked && (error as? ActionError)?.refusal.detail == "Lose it?")
      }
    }
  }

  @Test("A result goes to the screen that was current, also when another container took the new screen")
  func openerElsewhere() throws {
    let result = #""onResult": {"item": {"set": {"data.by": "screen.route"}}}"#
    let routes = """
      {"home": {"content": {"kind": "tabs", "routes": ["a", "b"]}, \(result)}, "a": {\(result)}, "b": {}, "item": {}}
      """
    var session = try Session(routes: routes, data: #"{"by": null}"#)
    try session.send(["type": "push", "route": "item", "target": "root"])
    try session.send(["type": "pop", "result": 1])
    #expect(session.draft.tree.data["by"] == "a")
  }

  @Test("A push of what is on top is ignored before the destinations of the screen are asked")
  func doubleTap() throws {
    let routes = """
      {"home": {"to": ["item"]},
      "item": {"to": [], "params": {"id": "integer"}, "identity": "id", "onDuplicate": "ignore"}}
      """
    var session = try Session(routes: routes)
    let push: JSONValue = ["type": "push", "route": "item", "params": ["id": 1]]
    try session.send(push)
    let before = session.draft.tree
    try session.send(push)
    #expect(session.draft.tree == before)
    #expect(session.refusal(of: ["type": "push", "route": "item", "params": ["id": 2]]) == "destination-not-allowed")
  }

  @Test("The opener and the intent of a screen are stored in its JSON")
  func stored() throws {
    var session = try Session(routes: Self.shop, data: #"{"user": null}"#)
    try session.send(["type": "push", "route": "account"])
    let edit = Edit.replace("root", former: session.draft.tree.root, new: session.draft.tree.root)
    #expect(session.draft.tree.current.opener == "a1")
    var json = JSONWriter()
    edit.write(to: &json)
    #expect(try Edit(stored: try JSONValue(parsing: json.bytes)) == edit)
  }

  @Test("The possible actions and the schema include the actions of the definition")
  func listed() throws {
    let session = try Session(
      actions: #"{"add": {"args": {"n": "integer", "note": "string?"}, "do": {"emit": "e"}}}"#,
      routes:
        #"{"home": {"actions": {"up": {"do": {"emit": "e"}}}}, "other": {"actions": {"down": {"do": {"emit": "e"}}}}}"#)
    let list = PossibilityList(in: session.draft.tree, of: session.app, atMost: 100)
    let types = list.possibilities.map(\.action.type)
    #expect(types.contains("add") && types.contains("up") && !types.contains("down"))
    #expect(list.possibilities.first { $0.action.type == "add" }?.needs.map(\.text) == ["/n"])
    let own = AppSchema(of: session.app).ownActions
    #expect(own.map(\.type) == ["add", "down", "setState", "up"])
    #expect(own[0].json["required"] == ["type", "n"])
  }
}

@Suite("Compiled size of definitions")
struct CompiledSizeTests {
  private func definition(patterns: [String]) throws -> AppDefinition {
    let routes = patterns.enumerated().map { index, pattern in
      #""r\#(index)": {"params": {"id": {"type": "string", "pattern": "\#(pattern)"}}}"#
    }
    let json =
      #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}, \#(routes.joined(separator: ","))}}"#
    return try AppDefinition(try JSONValue(parsing: json))
  }

  @Test("The size of patterns counts with their repetitions")
  func patterns() throws {
    let (short, long) = (try definition(patterns: ["aaa"]), try definition(patterns: ["(a{30}){30}"]))
    #expect((897 * 16...897 * 64).contains(long.compiledSize - short.compiledSize))
  }

  @Test("Patterns that are too large together are a fault of the first one that exceeds the limit")
  func limit() throws {
    let patterns = Array(repeating: "(a{30}){30}", count: 222)
    #expect(throws: Never.self) { try definition(patterns: Array(patterns.prefix(221))) }
    do {
      _ = try definition(patterns: patterns)
      Issue.record("222 patterns were accepted")
    } catch {
      let faults = (error as? DefinitionFaults)?.faults ?? []
      #expect(faults.map(\.pointer.text) == ["/routes/r221/params/id/pattern"])
      #expect(faults.first?.detail.contains("all patterns of the definition together are too large") == true)
    }
  }
}
