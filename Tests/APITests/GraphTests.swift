import ExampleApps
import Foundation
import JSON
import Testing

@testable import API
@testable import Navigation

@Suite("App graphs", .closesAPIs)
struct GraphTests {
  private static let shop =
    #"{"app": "shop", "version": 1, "root": {"kind": "tabs", "routes": ["browse", "cart"]}, "routes": {"#
    + #""browse": {"content": {"kind": "stack", "routes": ["catalog", "product"]}}, "#
    + #""catalog": {"to": ["product"], "path": "/"}, "product": {"params": {"id": "string"}, "to": ["signIn"]}, "#
    + #""cart": {}, "signIn": {"as": "sheet"}, "lost": {}}}"#

  @Test("An app graph contains the screens, the containers and the ways", arguments: Way.allCases)
  func json(way: Way) async throws {
    let harness = try await openAPI(way)
    _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop)
    let answer = try await harness.send("GET", "/v1/apps/shop/graph")
    #expect(answer.status == 200 && answer["Content-Type"] == "application/json" && answer["Vary"] == "Accept")
    let graph = try answer.json()
    #expect(graph["app"] == "shop" && graph["version"] == 1)
    #expect(
      graph["containers"] == [
        ["id": "root", "kind": "tabs", "screen": .null, "routes": ["browse", "cart"], "initial": "browse"],
        [
          "id": "in:browse", "kind": "stack", "screen": "browse", "routes": ["catalog", "product"],
          "initial": "catalog",
        ],
      ])
    #expect(
      graph["ways"]?.arrayValue?.map(\.text) == [
        #"{"from":null,"to":"browse","by":"select","name":null,"container":"root","conditions":[]}"#,
        #"{"from":null,"to":"cart","by":"select","name":null,"container":"root","conditions":[]}"#,
        #"{"from":"catalog","to":"product","by":"push","name":null,"container":"in:browse","conditions":[]}"#,
        #"{"from":null,"to":"signIn","by":"present","name":null,"container":null,"conditions":[]}"#,
        #"{"from":"product","to":"signIn","by":"present","name":null,"container":null,"conditions":[]}"#,
      ])
    let screens = graph["screens"]?.arrayValue ?? []
    #expect(screens.map { $0["route"] } == ["browse", "cart", "catalog", "lost", "product", "signIn"])
    #expect(screens.map { $0["initial"] } == [true, true, true, false, false, false])
    #expect(screens.map { $0["reachable"] } == [true, true, true, false, true, true])
    #expect(
      screens[4].text == #"{"route":"product","path":null,"params":["id"],"containers":["in:browse"],"#
        + #""content":null,"presentation":null,"reachable":true,"initial":false}"#)
    #expect(
      screens[5]["presentation"] == "sheet" && screens[2]["path"] == "/" && screens[0]["content"] == "in:browse")
  }

  private func reachable(_ root: ContainerDefinition, _ routes: [Route]) -> [String] {
    AppGraph(of: App("a", version: 1, root: root, routes: routes)).screens.filter(\.isReachable).map(\.route.name)
  }

  @Test("An app graph distinguishes reachable and unreachable screens")
  func reach() {
    let stack = ContainerDefinition(kind: .stack, initial: "a")
    #expect(
      reachable(stack, [Route("a", destinations: ["b"]), Route("b", destinations: []), Route("c")]) == ["a", "b"])
    #expect(reachable(stack, [Route("a", destinations: []), Route("b")]) == ["a"])
    #expect(reachable(stack, [Route("a"), Route("b")]) == ["a", "b"])
    // A link can open a container, which makes the other screens of the container reachable.
    let tabs = ContainerDefinition(kind: .tabs, routes: ["x", "y"], initial: "x")
    #expect(
      reachable(
        ContainerDefinition(kind: .stack, routes: ["a", "h"], initial: "a"),
        [
          Route("a", destinations: ["y"]), Route("h", destinations: [], content: tabs), Route("x", destinations: []),
          Route("y", destinations: []), Route("z"),
        ]) == ["a", "h", "x", "y"])
    // Only an unreachable screen has a way to `c`.
    #expect(reachable(stack, [Route("a", destinations: []), Route("b", destinations: ["c"]), Route("c")]) == ["a"])
  }

  @Test("An app graph contains ways out of a container to the destinations in `to`")
  func waysOut() {
    let inner = ContainerDefinition(kind: .stack, routes: ["b"], initial: "b")
    let graph = AppGraph(
      of: App(
        "a", version: 1, root: ContainerDefinition(kind: .switch, routes: ["h", "c"], initial: "h"),
        routes: [Route("h", content: inner), Route("b", destinations: ["c"]), Route("c", destinations: ["h"])]))
    #expect(
      graph.edges.filter { $0.from == "b" } == [AppGraph.Edge(from: "b", to: "c", means: .switch, container: "root")])
    #expect(
      graph.edges.filter { $0.from == "c" } == [AppGraph.Edge(from: "c", to: "h", means: .switch, container: "root")])
  }

  @Test("Every route of each built-in app is reachable in the app graph")
  func shipped() {
    for app in BuiltInApps.apps {
      let graph = AppGraph(of: app)
      #expect(graph.screens.map(\.route.name) == app.routes.keys.sorted())
      #expect(graph.screens.filter { !$0.isReachable }.isEmpty, "\(app.name)")
    }
  }

  @Test("An app graph and its diagram contain the conditions of guards and destinations")
  func conditions() async throws {
    let app =
      #"{"app": "till", "version": 1, "data": {"paid": false}, "root": {"kind": "stack", "initial": "menu"}, "routes": {"#
      + #""menu": {"to": [{"route": "pay", "when": "stack.size() < 3"}, "menu"]}, "#
      + #""pay": {"to": [], "guard": [{"when": "!data.paid"}, {"when": "params == params"}]}}}"#
    let harness = try await openAPI(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/till", app)
    let graph = try await harness.send("GET", "/v1/apps/till/graph").json()
    #expect(
      graph["ways"]?.arrayValue?.map { [$0["to"], $0["conditions"]] } == [
        ["pay", ["!data.paid", "params == params", "stack.size() < 3"]], ["menu", []],
      ])
    let diagram = try await harness.send("GET", "/v1/apps/till/graph", nil, "Accept: text/plain").text
    let label = "push if #33;data.paid#44; params #61;#61; params#44; stack.size#40;#41; #60; 3"
    #expect(diagram.contains("  n0 -->|\"\(label)\"| n1\n") && diagram.contains("  n0 -->|push| n0\n"))
  }

  private static let flow = """
    {"app": "flow", "version": 1, "root": {"kind": "stack", "initial": "home"}, "data": {"user": null},
    "idle": {"after": 60, "do": {"type": "reset", "navigation": {"screens": [{"route": "rest"}]}}},
    "actions": {"help": {"do": {"type": "present", "route": "help", "style": "sheet"}}},
    "routes": {"home": {"to": ["account"], "onResult": {"signIn": {"type": "push", "route": "hello"}},
        "timers": {"ad": {"after": 5, "action": {"type": "push", "route": "ad"}}}},
      "account": {"to": [], "guard": {"when": "data.user != null", "else": [
        {"if": "now == now", "then": {"type": "push", "route": "signIn"}, "else": {"type": "push", "route": "signIn"}}]}},
      "signIn": {"to": [], "onEnter": {"call": "https://a.example/", "then": {"type": "push", "route": "code"}}},
      "code": {"to": []}, "hello": {"to": []}, "ad": {"to": []}, "help": {"to": []}, "rest": {"to": []},
      "lost": {"to": [], "onLeave": {"type": "push", "route": "deep"}}, "deep": {"to": []}}}
    """

  @Test("Steps, hooks, guards, results, timers and idle rules are edges of their own kinds, and open screens")
  func steps() async throws {
    let harness = try await openAPI(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/flow", Self.flow)
    let graph = try await harness.send("GET", "/v1/apps/flow/graph").json()
    let steps = graph["ways"]?.arrayValue?.filter { $0["container"] == .null } ?? []
    #expect(
      steps.map { [$0["from"], $0["by"], $0["name"], $0["to"], $0["conditions"]] } == [
        [.null, "action", "help", "help", []], [.null, "idle", .null, "rest", []],
        ["account", "guard", .null, "signIn", []], ["home", "onResult", .null, "hello", []],
        ["home", "timer", "ad", "ad", []], ["lost", "onLeave", .null, "deep", []],
        ["signIn", "onEnter", .null, "code", []],
      ])
    let unreachable = graph["screens"]?.arrayValue?.filter { $0["reachable"] == false }.map { $0["route"] }
    #expect(unreachable == ["deep", "lost"])
    let diagram = try await harness.send("GET", "/v1/apps/flow/graph", nil, "Accept: text/plain").text
    #expect(diagram.contains("-->|\"timer ad\"|") && diagram.contains("-->|guard|"))
  }

  @Test("A step whose route is an expression makes all screens reachable, and a selection has the guard of its screen")
  func computed() async throws {
    let app = """
      {"app": "any", "version": 1, "root": {"kind": "tabs", "routes": ["a", "b"]}, "data": {"is": true}, "routes": {
      "a": {"to": [], "actions": {"go": {"args": {"to": "string"}, "do": {"type": "present", "route": "${args.to}", "style": "sheet"}}}},
      "b": {"to": [], "guard": [{"when": "data.is"}, {"when": "data.is"}]}, "c": {"to": []}}}
      """
    let harness = try await openAPI(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/any", app)
    let graph = try await harness.send("GET", "/v1/apps/any/graph").json()
    #expect(graph["screens"]?.arrayValue?.map { $0["reachable"] } == [true, true, true])
    #expect(
      graph["ways"]?.arrayValue?.map { [$0["to"], $0["by"], $0["conditions"]] } == [
        ["a", "select", []], ["b", "select", ["data.is"]],
      ])
  }

  @Test("Guards that lead to each other in a chain as long as the definition open all screens of the chain")
  func chain() async throws {
    let count = 10_000
    let guards = (0..<count).map {
      #""r\#($0)":{"to":[],"guard":{"when":"false","else":{"type":"push","route":"r\#($0 + 1)"}}}"#
    }
    let app =
      #"{"app":"chain","version":1,"root":{"kind":"stack","initial":"home"},"routes":{"home":{"to":["r0"]},"#
      + guards.joined(separator: ",") + #","r\#(count)":{"to":[]}}}"#
    let harness = try await openAPI(.inProcess)
    #expect(try await harness.send("PUT", "/v1/apps/chain", app).status == 201)
    let graph = try await harness.send("GET", "/v1/apps/chain/graph").json()
    #expect(graph["screens"]?.arrayValue?.count { $0["reachable"] == true } == count + 2)
  }

  @Test("Routes that all open computed ones make no product of them, and a graph that is one is refused")
  func products() async throws {
    func app(_ name: String, _ route: String) -> String {
      let routes = (0..<400).map { #""r\#($0)":\#(route)"# }.joined(separator: ",")
      return #"{"app":"\#(name)","version":1,"root":{"kind":"stack","initial":"home"},"routes":{"home":{},\#(routes)}}"#
    }
    let harness = try await openAPI(.inProcess)
    let computed = #"{"to":[],"onEnter":{"type":"push","route":"${screen.id}"}}"#
    _ = try await harness.send("PUT", "/v1/apps/computed", app("computed", computed))
    #expect(try await harness.send("GET", "/v1/apps/computed/graph").status == 200)
    let contained = #"{"content":{"kind":"stack","initial":"home"}}"#
    _ = try await harness.send("PUT", "/v1/apps/contained", app("contained", contained))
    try expectProblem(try await harness.send("GET", "/v1/apps/contained/graph"), 422, "graph-too-large")
  }

  @Test("An app graph is a Mermaid diagram if the client prefers text", arguments: ["text/vnd.mermaid", "text/plain"])
  func diagram(type: String) async throws {
    let harness = try await openAPI(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop)
    let answer = try await harness.send("GET", "/v1/apps/shop/graph", nil, "Accept: \(type), application/json;q=0.5")
    #expect(answer["Content-Type"] == type + "; charset=utf-8" && answer["X-Content-Type-Options"] == "nosniff")
    #expect(
      answer.text == """
        flowchart LR
          subgraph c0["tabs"]
            n0["browse"]
            n1["cart"]
          end
          subgraph c1["browse · stack"]
            n2["catalog"]
            n4["product"]
          end
          n0 -.->|holds| c1
          n3["lost"]
          n5["signIn"]
          n2 -->|push| n4
          n0 -->|present| n5
          n4 -->|present| n5
          classDef initial stroke-width:3px
          classDef unreachable stroke-dasharray:4 4,opacity:0.6
          class n0 initial
          class n1 initial
          class n2 initial
          class n3 unreachable

        """)
    let refused = try await harness.send("GET", "/v1/apps/shop/graph", nil, "Accept: image/png")
    try expectProblem(refused, 406, "not-acceptable")
    try expectProblem(try await harness.send("GET", "/v1/apps/nope/graph"), 404, "no-such-app")
    try expectProblem(try await harness.send("GET", "/v1/apps/shop/graph?version=2"), 404, "no-such-app")
  }

  @Test("A Mermaid diagram escapes names that would be syntax in the diagram or in HTML")
  func hostile() {
    let names = [
      "end", "subgraph", "\"]; click n0 \"javascript:alert(1)\"", "</script><script>alert(1)</script>", "a\nb\r\nc",
      "%%{init: {}}%%", "`**bold**`", "#quot;", "&lt;", "n0 --> n1", "\u{202E}rtl\u{7}", "日本 語", "e\u{301}", "", "]",
    ]
    let app = App(
      "a", version: 1, root: ContainerDefinition(kind: .stack, initial: "end"),
      routes: names.map { Route($0, content: $0 == "]" ? ContainerDefinition(kind: .stack, initial: "end") : nil) })
    let label = #""(?:[\p{L}\p{M}0-9 \-_.·\x{FFFD}]|#[0-9]+;)*""#
    let forms = [
      "flowchart LR", #" +subgraph c\d+\["# + label + #"\]"#, #" +n\d+\["# + label + #"\]"#, " +end",
      #" +n\d+ -\.->\|holds\| [cn]\d+"#, #" +n\d+ -->\|[a-z]+\| n\d+"#, " +classDef [a-z]+ [a-z0-9:,. -]+",
      #" +class n\d+ [a-z]+"#,
    ]
    let form = "^(?:" + forms.joined(separator: "|") + ")$"
    let lines = AppGraph(of: app).mermaid.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines { #expect(line.range(of: form, options: .regularExpression) != nil, "\(line)") }
    #expect(lines.count { $0.contains("[") } == names.count + 1)
    #expect(lines.contains(#"    n\#(names.sorted().firstIndex(of: "日本 語") ?? -1)["日本 語"]"#))
  }
}
