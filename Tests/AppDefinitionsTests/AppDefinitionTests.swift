import AppDefinitions
import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("Apps defined in JSON")
struct AppDefinitionTests {
  private func app(_ text: String) throws -> App {
    try AppDefinition(try JSONValue(parsing: text), features: BuiltInApps.features).app
  }

  @Test("A definition needs only a name, a version, a root and one route")
  func least() throws {
    let json = try JSONValue(
      parsing: #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}}"#)
    let definition = try AppDefinition(json, named: "a")
    #expect(definition.json == json)
    #expect(definition.app.name == "a")
    #expect(definition.app.version == 1)
    #expect(definition.app.data == [:])
    #expect(definition.app.root == ContainerDefinition(kind: .stack, initial: "home"))
    let tree = try definition.app.start()
    #expect(tree.root.screens.map(\.route) == ["home"])
    #expect(tree.current.state == [:])
  }

  @Test("An idle rule takes an action of navigation or a feature", arguments: ["popToRoot", "increment", "setState"])
  func idle(type: String) throws {
    let app = try app(
      #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}, "#
        + #""idle": {"after": 60, "action": {"type": "\#(type)"}}}"#)
    #expect(app.idle?.action == Action(type))
    #expect(app.idle?.span == 60_000)
  }

  @Test("Every member of an app with a stack is read")
  func members() throws {
    let app = try app(
      #"""
      {
        "app": "shop-2", "version": 3, "data": {"user": null},
        "root": {"kind": "stack", "routes": ["catalog", "product"], "initial": "catalog"},
        "routes": {
          "catalog": {"as": "push", "state": {"open": true}},
          "product": {
            "params": {"id": "string", "page": "integer?"}, "initialParams": {"page": 1},
            "identity": "id", "onDuplicate": "popTo", "to": ["catalog", "sign in"],
            "feature": "counter", "state": {"count": 9}
          },
          "sign in": {"identity": true, "content": {"kind": "stack", "routes": ["catalog"]}}
        }
      }
      """#)
    #expect(app.data == ["user": nil])
    #expect(app.root == ContainerDefinition(kind: .stack, routes: ["catalog", "product"], initial: "catalog"))
    #expect(app.routes["catalog"]?.state == ["open": true])
    let product = try #require(app.routes["product"])
    #expect(product.params == [Param("id", .string), Param("page", .integer, optional: true)])
    #expect(product.initialParams == ["page": 1])
    #expect(product.identity == .param("id"))
    #expect(product.onDuplicate == .popTo)
    #expect(product.destinations == ["catalog", "sign in"])
    #expect(product.feature?.actions == ["increment", "decrement", "push"])
    let signIn = try #require(app.routes["sign in"])
    #expect(signIn.identity == .single)
    #expect(signIn.content == ContainerDefinition(kind: .stack, routes: ["catalog"], initial: "catalog"))
  }

  @Test("A container starts with its own first route, or with the first route of the app")
  func initial() throws {
    let routes = #""routes": {"z": {}, "a": {}, "m": {}}"#
    let all = try app(#"{"app": "a", "version": 1, "root": {"kind": "stack"}, \#(routes)}"#)
    #expect(all.root.initial == "z")
    let own = try app(#"{"app": "a", "version": 1, "root": {"kind": "stack", "routes": ["m", "a"]}, \#(routes)}"#)
    #expect(own.root.initial == "m")
    let named = try app(#"{"app": "a", "version": 1, "root": {"kind": "stack", "initial": "a"}, \#(routes)}"#)
    #expect(named.root.initial == "a")
  }

  @Test("A screen with a feature starts with the given state, which its reducer changes")
  func featureState() throws {
    let session = try Session(
      try app(
        #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"},
         "routes": {"given": {"feature": "counter", "state": {"count": 40}}, "own": {"feature": "counter"}}}
        """#))
    try session.send(Action("increment"), Action("increment"))
    try session.send(Action("push", ["route": "own", "params": ["count": 7]]), Action("decrement"))
    #expect(session.states == [["count": 42], ["count": 6]])
    #expect(try session.send(Action("push")).map(\.name) == ["push"])
    #expect(session.routes == ["given", "own"])
  }

  @Test("A screen without a feature starts with the given state, into which setState merges")
  func plainState() throws {
    let session = try Session(
      try app(
        #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"note": {"state": {"text": "", "tags": []}}}}
        """#))
    try session.send(Action("setState", ["state": ["text": "hello", "tags": nil]]))
    #expect(session.states == [["text": "hello"]])
  }

  @Test("Params of an action override `initialParams`, and a wrong type is refused")
  func params() throws {
    let session = try Session(
      try app(
        #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"},
         "routes": {"list": {}, "item": {"params": {"id": "string", "page": "integer", "note": "string?"},
                                         "initialParams": {"page": 1, "note": null}}}}
        """#))
    try session.send(Action("push", ["route": "item", "params": ["id": "x"]]))
    #expect(session.screens[1].params == ["id": "x", "page": 1, "note": nil])
    let refused = session.refusal(of: Action("push", ["route": "item", "params": ["id": 5]]))
    #expect(refused?.faults.map(\.pointer.text) == ["/params/id"])
    #expect(session.refusal(of: Action("push", ["route": "item"]))?.faults.map(\.pointer.text) == ["/params/id"])
  }

  @Test("A screen can open only the routes in its `to`")
  func destinations() throws {
    let session = try Session(
      try app(
        #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"},
         "routes": {"list": {"to": ["item"]}, "item": {"to": []}, "help": {}}}
        """#))
    #expect(session.refusal(of: Action("push", ["route": "help"]))?.refusal.code == "destination-not-allowed")
    try session.send(Action("push", ["route": "item"]))
    #expect(session.refusal(of: Action("push", ["route": "item"]))?.refusal.code == "destination-not-allowed")
    #expect(session.routes == ["list", "item"])
  }
}

@Suite("Identity and content of defined apps")
struct DefinedAppTests {
  private func session(onDuplicate: String) throws -> Session {
    let json = try JSONValue(
      parsing: #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"},
         "routes": {"list": {}, "item": {"identity": "id", "onDuplicate": "\#(onDuplicate)"}, "other": {}}}
        """#)
    let session = try Session(try AppDefinition(json).app)
    try session.send(item(1), item(2), Action("push", ["route": "other"]))
    return session
  }

  private func item(_ id: JSONValue, _ note: JSONValue = nil) -> Action {
    Action("push", ["route": "item", "params": ["id": id, "note": note]])
  }

  @Test("Another value of the identity's param opens another screen")
  func distinct() throws {
    let session = try session(onDuplicate: "refuse")
    try session.send(item(3))
    #expect(session.routes == ["list", "item", "item", "other", "item"])
  }

  @Test("`moveToTop` moves the existing screen to the top, with the new params")
  func moveToTop() throws {
    let session = try session(onDuplicate: "moveToTop")
    let before = session.ids
    try session.send(item(1, "again"))
    #expect(session.ids == [before[0], before[2], before[3], before[1]])
    #expect(session.screens[3].params == ["id": 1, "note": "again"])
  }

  @Test("`popTo` removes the screens over the existing one, which gets the new params")
  func popTo() throws {
    let session = try session(onDuplicate: "popTo")
    let before = session.ids
    try session.send(item(1, "again"))
    #expect(session.ids == Array(before[...1]))
    #expect(session.screens[1].params == ["id": 1, "note": "again"])
  }

  @Test("`ignore` changes nothing, and `refuse` refuses a duplicate")
  func ignoreAndRefuse() throws {
    let ignoring = try session(onDuplicate: "ignore")
    let before = ignoring.draft.tree
    try ignoring.send(item(1, "again"))
    #expect(ignoring.draft.tree == before)
    let refusing = try session(onDuplicate: "refuse")
    #expect(refusing.refusal(of: item(1))?.refusal.code == "duplicate")
  }

  @Test("A route with identity true has one screen, which moves to the top by default")
  func single() throws {
    let json = try JSONValue(
      parsing: #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"list": {}, "cart": {"identity": true}}}
        """#)
    let session = try Session(try AppDefinition(json).app)
    try session.send(Action("push", ["route": "cart"]), Action("push", ["route": "list"]))
    let before = session.ids
    try session.send(Action("push", ["route": "cart"]))
    #expect(session.ids == [before[0], before[2], before[1]])
  }

  @Test("Each nested stack takes its own routes, and back leaves the inner one first")
  func nested() throws {
    let json = try JSONValue(
      parsing: #"""
        {"app": "a", "version": 1, "root": {"kind": "stack", "routes": ["home", "flow"]},
         "routes": {"home": {}, "flow": {"content": {"kind": "stack", "routes": ["inner", "step"]}},
                    "inner": {"content": {"kind": "stack", "routes": ["step", "done"], "initial": "step"}},
                    "step": {}, "done": {}}}
        """#)
    let session = try Session(try AppDefinition(json).app)
    try session.send(Action("push", ["route": "flow"]))
    #expect(session.draft.tree.currentPath == ["flow", "inner", "step"])
    try session.send(Action("push", ["route": "done"]))
    #expect(session.draft.tree.currentPath == ["flow", "inner", "done"])
    try session.send(Action("push", ["route": "home"]))
    #expect(session.draft.tree.currentPath == ["home"])
    try session.send(Action("goBack"), Action("goBack"))
    #expect(session.draft.tree.currentPath == ["flow", "inner", "step"])
    try session.send(Action("goBack"))
    #expect(session.draft.tree.currentPath == ["home"])
  }
}
