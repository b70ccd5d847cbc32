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

  @Test("Each value of `onDuplicate` is read", arguments: Route.OnDuplicate.allCases)
  func onDuplicate(value: Route.OnDuplicate) throws {
    let app = try app(
      #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "#
        + #""routes": {"item": {"identity": "id", "onDuplicate": "\#(value.rawValue)"}}}"#)
    #expect(app.routes["item"]?.onDuplicate == value)
  }
}
