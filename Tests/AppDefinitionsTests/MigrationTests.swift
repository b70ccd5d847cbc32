import AppDefinitions
import JSON
import Navigation
import Testing

@Suite("Migration of sessions to another version of their app")
struct MigrationTests {
  /// A session of the first version of an app.
  private struct Session {
    private let first: App
    var draft: Draft

    /// - Parameter entersStart: Whether the timers of the first screen start.
    init(_ members: String, entersStart: Bool = false) throws {
      first = try MigrationTests.app(1, members)
      draft = entersStart ? try SessionStart(of: first, at: 0).initial() : Draft(try first.start())
      _ = draft.finish()
    }

    mutating func send(_ action: JSONValue) throws {
      try first.reduce(try Action(json: action), &draft)
      _ = draft.finish()
    }

    /// Migrates the session through later versions.
    mutating func migrate(_ versions: String...) throws {
      var former = first
      for (index, members) in versions.enumerated() {
        let next = try MigrationTests.app(index + 2, members)
        try next.migrate(&draft, from: former)
        former = next
      }
    }

    /// Returns the reason for which the session does not fit the version, and restores the session.
    mutating func misfit(_ version: String) throws -> String {
      let tree = draft.tree
      let error = #expect(throws: ActionError.self) { try migrate(version) }
      draft.rollBack()
      #expect(draft.tree == tree)
      return error?.refusal.explanation ?? ""
    }

    var screens: [Screen] { draft.tree.root.screens }
    var routes: [String] { screens.map(\.route) }
  }

  /// Returns an app whose stack begins with `home`, unless the members define another root.
  private static func app(_ version: Int, _ members: String) throws -> App {
    let root = members.contains(#""root""#) ? "" : #""root": {"kind": "stack", "initial": "home"},"#
    return try AppDefinition(
      try JSONValue(parsing: #"{"app": "a", "version": \#(version), \#(root) \#(members)}"#)
    ).app
  }

  @Test("A migration renames routes and keeps the ids, params, state and timers of screens")
  func renamed() throws {
    let timers = #""timers": {"late": {"after": "PT1H", "action": {"type": "pop"}}}"#
    var session = try Session(#""routes": {"home": {}, "item": {"state": {"n": 2}, \#(timers)}}"#)
    try session.send(["type": "push", "route": "item", "params": ["id": 7]])
    let former = session.screens[1]
    try session.migrate(#""routes": {"home": {}, "product": {}}, "migrate": {"1": {"routes": {"item": "product"}}}"#)
    #expect(session.routes == ["home", "product"])
    #expect(session.screens[1].id == former.id)
    #expect(session.screens[1].params == ["id": 7])
    #expect(session.screens[1].state == ["n": 2])
    #expect(session.draft.tree.timers.map(\.screen) == [former.id])
    #expect(session.draft.tree.appVersion == 2)
  }

  @Test("A migration changes former params by the rule of the route, and drops those that do not fit")
  func formerParams() throws {
    var session = try Session(#""routes": {"home": {}, "item": {}}"#)
    try session.send(["type": "push", "route": "item"])
    for params in [["n": "one"], ["n": 2], ["n": 3]] as [JSONValue] {
      try session.send(["type": "pushParams", "params": params])
    }
    try session.migrate(
      #""routes": {"home": {}, "item": {"params": {"n": "integer", "m": "integer"}}}, "#
        + #""migrate": {"1": {"screens": {"item": {"params": {"m": "params.n"}}}}}"#)
    #expect(session.screens[1].params == ["n": 3, "m": 3])
    #expect(session.screens[1].formerParams == [["n": 2, "m": 2]])
  }

  @Test("A migration starts the timers of routes that do not run, if it says so", arguments: [false, true])
  func startTimers(starts: Bool) throws {
    func timers(_ name: String) -> String {
      let timer = #"{"after": "PT1H", "action": {"type": "popToRoot"}}"#
      return #""timers": {"\#(name)": \#(timer), "late": \#(timer)}"#
    }
    var session = try Session(#""routes": {"home": {\#(timers("first"))}}"#, entersStart: true)
    try session.migrate(#""routes": {"home": {\#(timers("second"))}}, "migrate": {"1": {"startTimers": \#(starts)}}"#)
    let effects = session.draft.tree.timers.map(\.effect).sorted()
    #expect(effects == (starts ? ["first", "late", "second"] : ["first", "late"]))
  }

  /// The members of an app that asks for a number, and then pushes a route with it.
  private static func asking(_ route: String, _ param: String = "n") -> String {
    """
    "routes": {"home": {}, "\(route)": {"params": {"\(param)": "integer"}}},
    "actions": {"ask": {"do": {"call": "https://a.example/",
      "then": {"type": "push", "route": "\(route)", "params": {"\(param)": "${answer.body}"}}}}}
    """
  }

  @Test("A call without an answer has the routes of the version to which its session is migrated")
  func calls() throws {
    let versions = try [
      Self.app(1, Self.asking("item")),
      Self.app(2, Self.asking("product") + #", "migrate": {"1": {"routes": {"item": "product"}}}"#),
      Self.app(3, Self.asking("thing", "m") + #", "migrate": {"2": {"routes": {"product": "thing"}}}"#),
    ]
    var draft = Draft(try versions[0].start())
    try versions[0].reduce(Action("ask"), &draft)
    let reply = try #require(draft.calls.first?.reply)
    #expect(reply.version == 1)
    let renamed = try reply.renamed(along: Array(versions[...1]))
    let action = try renamed.action(for: .response(status: 200, body: 7), of: nil, versions[1], draft)
    #expect(action == Action("push", ["route": "product", "params": ["n": 7]]))
    try reply.checkFits(along: Array(versions[...1]))
    let error = #expect(throws: ActionError.self) { try reply.checkFits(along: versions) }
    #expect(error?.refusal.code == "migration-misfit")
    #expect(error?.refusal.detail.contains("`n`") == true)
  }

  /// The first version of an app with an intent and a timer that name the route `item`.
  private static let storing = """
    "data": {"user": null}, "routes": {"home": {"timers": {"late": {"after": "PT1H", "action": {"type": "push", "route": "item"}}}},
    "item": {"guard": {"when": "data.user != null", "else": {"type": "push", "route": "signIn"}, "resume": true}}, "signIn": {}}
    """

  @Test("A migration renames routes in intents and in the actions of timers")
  func storedActions() throws {
    var session = try Session(Self.storing, entersStart: true)
    try session.send(["type": "push", "route": "item"])
    try session.migrate(
      #""data": {"user": null}, "routes": {"home": {}, "product": {}, "signIn": {}}, "migrate": {"1": {"routes": {"item": "product"}}}"#
    )
    #expect(session.screens.last?.intent == ["type": "push", "route": "product"])
    #expect(session.draft.tree.timers.map(\.action.fields["route"]) == ["product"])
  }

  @Test(
    "A session whose stored action names a route that is gone does not fit",
    arguments: [#""migrate": {"1": {"routes": {"item": null}}}"#, #""migrate": {"1": {}}"#])
  func goneActions(rule: String) throws {
    var session = try Session(Self.storing, entersStart: true)
    try session.send(["type": "push", "route": "item"])
    let reason = try session.misfit(#""data": {"user": null}, "routes": {"home": {}, "signIn": {}}, \#(rule)"#)
    #expect(reason.contains("the intent of") && reason.contains("item"))
  }

  @Test("A migration removes all screens of a removed route, with their timers")
  func removed() throws {
    let timers = #"{"timers": {"late": {"after": "PT1H", "action": {"type": "pop"}}}}"#
    var session = try Session(#""routes": {"home": {}, "promo": \#(timers), "item": {}}"#)
    try session.send(["type": "push", "route": "promo"])
    try session.send(["type": "push", "route": "item"])
    try session.send(["type": "present", "route": "promo", "style": "sheet"])
    #expect(session.draft.tree.timers.count == 2)
    try session.migrate(#""routes": {"home": {}, "item": {}}, "migrate": {"1": {"routes": {"promo": null}}}"#)
    #expect(session.routes == ["home", "item"])
    #expect(session.draft.tree.root.presented == [])
    #expect(session.draft.tree.timers == [])
  }

  @Test("A migration fills an emptied container from its definition, with new ids")
  func emptied() throws {
    let tabs = #""root": {"kind": "tabs", "routes": ["a"]}"#
    var session = try Session(
      #"\#(tabs), "routes": {"a": {"content": {"kind": "stack", "initial": "promo"}}, "promo": {}, "list": {}}"#)
    let former = session.draft.tree
    try session.migrate(
      #"\#(tabs), "routes": {"a": {"content": {"kind": "stack", "initial": "list"}}, "list": {}},"#
        + #" "migrate": {"1": {"routes": {"promo": null}}}"#)
    let content = try #require(session.screens[0].content)
    #expect(content.id == former.root.screens[0].content?.id)
    #expect(content.screens.map(\.route) == ["list"])
    #expect(content.screens[0].id == "a\(former.lastID + 1)")
  }

  @Test("The previous tab is selected if the selected one is removed, and new tabs are added")
  func tabs() throws {
    func tabs(_ routes: String) -> String {
      #""root": {"kind": "tabs", "routes": \#(routes), "backBehavior": "history"}, "#
    }
    var session = try Session(tabs(#"["a", "b", "c"]"#) + #""routes": {"a": {}, "b": {}, "c": {}}"#)
    try session.send(["type": "select", "route": "b"])
    try session.send(["type": "select", "route": "c"])
    try session.migrate(
      tabs(#"["d", "b", "a"]"#) + #""routes": {"a": {}, "b": {}, "d": {}}, "migrate": {"1": {"routes": {"c": null}}}"#)
    #expect(session.routes == ["d", "b", "a"])
    #expect(session.draft.tree.current.route == "b")
  }

  @Test("Migration expressions read the old values, and null removes a member")
  func screens() throws {
    var session = try Session(#""data": {"unit": "cm"}, "routes": {"home": {}, "item": {"state": {"n": 2, "old": 1}}}"#)
    try session.send(["type": "push", "route": "item", "params": ["number": 4]])
    try session.migrate(
      #"""
      "data": {"unit": "mm"},
      "routes": {"home": {}, "product": {"params": {"id": "string"}, "state": {"count": 0}}},
      "migrate": {"1": {
        "routes": {"item": "product"}, "set": {"data.unit": "'mm'", "data.former": "data.unit"},
        "screens": {"product": {
          "params": {"id": "screen.route + string(params.number) + data.unit", "number": null},
          "state": {"count": "state.n * 10", "n": "state.n + 1", "old": null}}}}}
      """#)
    #expect(session.screens[1].params == ["id": "item4cm"])
    #expect(session.screens[1].state == ["n": 3, "count": 20])
    #expect(session.draft.tree.data == ["unit": "mm", "former": "cm"])
  }

  @Test("A migration passes through each version, and one without a rule changes nothing")
  func versions() throws {
    let first = #""data": {"n": 1}, "routes": {"home": {}}"#
    var session = try Session(first)
    try session.migrate(
      first + #", "migrate": {"1": {"set": {"data.n": "data.n + 1"}}}"#, first,
      first + #", "migrate": {"1": {"set": {"data.n": "0"}}, "3": {"set": {"data.n": "data.n * 10"}}}"#)
    #expect(session.draft.tree.data == ["n": 20])
    #expect(session.draft.tree.appVersion == 4)
  }

  @Test(
    "A session that does not fit the new version stays unchanged",
    arguments: [
      (#""routes": {"home": {}}"#, "no route \"item\""),
      (#""routes": {"home": {}, "item": {"params": {"id": "string"}}}"#, "`id` of \"item\" must be a string"),
      (#""routes": {"home": {}, "item": {"params": {}}}"#, "no param `id`"),
      (#""routes": {"home": {}, "item": {"state": {"n": "x"}}}"#, "`the state of item.n` is an integer"),
      (#""data": {"list": {}}, "routes": {"home": {}, "item": {}}"#, "`data.list` is an array"),
      (#""routes": {"home": {}, "item": {}}, "root": {"kind": "switch", "initial": "home"}"#, "switch"),
      (
        #""routes": {"home": {}, "item": {}}, "root": {"kind": "stack", "routes": ["home"], "initial": "home"}"#,
        "takes \"home\""
      ),
      (#""routes": {"home": {}, "item": {}}, "migrate": {"1": {"set": {"data.n": "data.u.age"}}}"#, "data.u.age"),
    ])
  func misfits(version: String, reason: String) throws {
    var session = try Session(#""data": {"list": []}, "routes": {"home": {}, "item": {"state": {"n": 1}}}"#)
    try session.send(["type": "push", "route": "item", "params": ["id": 4]])
    let misfit = try session.misfit(version)
    #expect(misfit.contains(reason))
  }

  @Test("A migration is undone and replayed by its edits")
  func undone() throws {
    var session = try Session(#""data": {"n": 1}, "routes": {"home": {}, "item": {}}"#)
    try session.send(["type": "push", "route": "item"])
    let former = session.draft.tree
    try session.migrate(
      #""data": {"n": 0}, "routes": {"home": {}, "product": {}},"#
        + #" "migrate": {"1": {"routes": {"item": "product"}, "set": {"data.n": "data.n + 1"}}}"#)
    let (tree, edits) = (session.draft.tree, session.draft.finish().edits)
    session.draft.revert(edits)
    #expect(session.draft.tree == former)
    session.draft.replay(edits)
    #expect(session.draft.tree == tree)
  }

  @Test(
    "A faulty migration rule is rejected with its place",
    arguments: [
      (#"{"2": {}}"#, "/migrate/2"), (#"{"one": {}}"#, "/migrate/one"), (#"{"1": []}"#, "/migrate/1"),
      (#"{"1": {"rename": {}}}"#, "/migrate/1/rename"),
      (#"{"1": {"routes": {"item": "none"}}}"#, "/migrate/1/routes/item"),
      (#"{"1": {"routes": {"item": 1}}}"#, "/migrate/1/routes/item"),
      (#"{"1": {"screens": {"none": {}}}}"#, "/migrate/1/screens/none"),
      (#"{"1": {"screens": {"home": {"params": {"id": "1 +"}}}}}"#, "/migrate/1/screens/home/params/id"),
      (#"{"1": {"screens": {"home": {"params": {"other": "1"}}}}}"#, "/migrate/1/screens/home/params/other"),
      (#"{"1": {"screens": {"home": {"state": {"n": 1}}}}}"#, "/migrate/1/screens/home/state/n"),
      (#"{"1": {"set": {"state.n": "1"}}}"#, "/migrate/1/set/state.n"),
      (#"{"1": {"set": {"data.n": "args.n"}}}"#, "/migrate/1/set/data.n"),
    ])
  func faults(rule: String, place: String) throws {
    let error = #expect(throws: DefinitionFaults.self) {
      try Self.app(2, #""routes": {"home": {"params": {"id": "string"}}}, "migrate": \#(rule)"#)
    }
    #expect(error?.faults.contains { $0.pointer.text == place } == true)
  }
}
