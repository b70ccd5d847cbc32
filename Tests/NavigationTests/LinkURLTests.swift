import JSON
import TestSupport
import Testing

@testable import Navigation

@Suite("The link to the current screen")
struct LinkURLTests {
  @Test("A link to the current screen leads to the same route and params", arguments: 1...100 as ClosedRange<UInt64>)
  func exact(seed: UInt64) async throws {
    let app = App.randomWithLinks(seed: seed)
    var actions = RandomActions(seed: seed, routes: app.routes.keys.sorted())
    var journey = try Journey(app)
    for step in 0..<1_000 {
      // Other tests use the same threads.
      if step % 50 == 0 { await Task.yield() }
      if journey.tree.size > 6_000 { journey = try Journey(app) }
      do throws(ActionError) { try journey.send(actions.action(for: journey.tree)) } catch {}
      guard let url = app.url(ofCurrentIn: journey.tree) else { continue }
      let (path, start) = (journey.tree.focusedScreens, try app.start(url: url).focusedScreens)
      try #require(
        start.map(\.route) == path.map(\.route) && start.map(\.params) == path.map(\.params),
        "seed \(seed), \(step): \(url)")
    }
  }

  private static let shop = App(
    "shop", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home", path: "/"),
      Route("product", params: [Param("id", .integer), Param("tab", .string, optional: true)], path: "/p/:id/:tab?"),
      Route("new", path: "/p/0"), Route("files", params: [Param("path", .string)], path: "/files/:path+"),
      Route("any", path: "/any/:name"), Route("lost", path: "*"), Route("plain"),
      Route("list", params: [Param("tags", .array, optional: true), Param("isOpen", .boolean)], path: "/list"),
      Route("page", params: [Param("n", .number)], initialParams: ["n": 1.5], path: "/page"),
    ])

  @Test(
    "A screen's link has the params in its path or its query, without the initial ones",
    arguments: [
      ("home", [:], "/"), ("product", ["id": 42], "/p/42"), ("product", ["id": -7, "tab": "a b"], "/p/-7/a%20b"),
      ("files", ["path": "a/b.txt"], "/files/a/b.txt"), ("files", ["path": "a//b"], "/files/a%2F%2Fb"),
      ("any", ["name": "é/%", "x": "1&2", "y": nil, "z": ["a", "b"]], "/any/%C3%A9%2F%25?x=1%262&y&z=a&z=b"),
      ("list", ["tags": ["a"], "isOpen": true], "/list?tags=a&isOpen=true"), ("page", [:], "/page"),
      ("page", ["n": 2.25], "/page?n=2.25"),
    ] as [(String, JSONObject, String)])
  func form(route: String, params: JSONObject, url: String) throws {
    let tree = try Self.shop.start(navigation: ["screens": [["route": .string(route), "params": .object(params)]]])
    #expect(Self.shop.url(ofCurrentIn: tree) == url)
  }

  @Test(
    "A screen has no URL if no link leads to the same route and params",
    arguments: [
      ("plain", [:]), ("lost", [:]), ("product", ["id": 0]), ("product", ["id": 1, "tab": ""]),
      ("product", ["id": 1, "tab": ".."]), ("any", [:]), ("any", ["name": "a", "z": ["a"]]), ("any", ["name": 1]),
      ("any", ["name": "a", "o": [:]]), ("list", ["isOpen": true, "tags": []]), ("files", ["path": ""]),
      ("any", ["name": .string(String(repeating: "x", count: 2_000))]),
    ] as [(String, JSONObject)])
  func absent(route: String, params: JSONObject) throws {
    let tree = try Self.shop.start(navigation: ["screens": [["route": .string(route), "params": .object(params)]]])
    #expect(Self.shop.url(ofCurrentIn: tree) == nil)
  }

  @Test("A screen's link preserves any text of a param except `.` and `..`", arguments: 0..<20 as Range<UInt64>)
  func texts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let characters = Array("ab/.%+&=?#é 🙂\u{0}~:@")
    for _ in 0..<100 {
      let count = Int.random(in: 1...6, using: &random)
      let text = String((0..<count).map { _ in characters.randomElement(using: &random) ?? "a" })
      let navigation: JSONValue = [
        "screens": [["route": "any", "params": ["name": .string(text), "x": .string(text)]]]
      ]
      let tree = try Self.shop.start(navigation: navigation)
      let url = Self.shop.url(ofCurrentIn: tree)
      #expect((url == nil) == (text == "." || text == ".."))
      if let url { #expect(try Self.shop.start(url: url).current.params == tree.current.params) }
    }
  }

  @Test("A screen has a link only if the link has the params of the screens around it")
  func holders() throws {
    let app = App(
      "users", version: 1, root: ContainerDefinition(kind: .stack, routes: ["home", "user"], initial: "home"),
      routes: [
        Route("home"),
        Route(
          "user", params: [Param("user", .integer)],
          content: ContainerDefinition(kind: .stack, routes: ["posts", "post"], initial: "posts")),
        Route("posts", params: [Param("user", .integer, optional: true)], path: "/posts/:user?"),
        Route("post", params: [Param("user", .integer), Param("post", .integer)], path: "/users/:user/posts/:post"),
      ])
    for (route, params, url) in [
      ("posts", [:], nil), ("posts", ["user": 7], "/posts/7"), ("post", ["user": 7, "post": 3], "/users/7/posts/3"),
    ] as [(String, JSONObject, String?)] {
      let content: JSONValue = ["screens": [["route": .string(route), "params": .object(params)]]]
      let tree = try app.start(
        navigation: ["screens": [["route": "home"], ["route": "user", "params": ["user": 7], "content": content]]])
      for _ in 1...2 { #expect(app.url(ofCurrentIn: tree) == url) }
    }
  }
}

extension App {
  /// Returns an app like `random(seed:)`, with declared params and all kinds of paths.
  fileprivate static func randomWithLinks(seed: UInt64) -> App {
    var random = SplitMix64(seed: seed)
    let app = App.random(seed: seed)
    var paths: Set<String> = []
    let routes = app.routes.values.sorted { $0.name < $1.name }.map { route in
      var route = route
      let patterns = [
        "/\(route.name)", "/\(route.name)/:id", "/\(route.name)/:n?/:id?", "/:id(\\d+)/\(route.name)", "/:id/:n?",
        "/r/:id*", "/r/:id(1|2)", "/:n?", "/", "*",
      ]
      let text = patterns.randomElement(using: &random) ?? "/"
      let kinds: [Param.Kind] = text.hasSuffix(":id*") ? [.string] : [.integer, .integer, .string]
      let kind = kinds.randomElement(using: &random) ?? .string
      route.params = [Param("id", kind, optional: Bool.random(using: &random)), Param("n", .integer, optional: true)]
      if Int.random(in: 0..<6, using: &random) == 0 { route.params = nil }
      route.initialParams = route.params?.first?.isOptional == false ? ["id": kind == .string ? "1" : 1] : [:]
      route.path = paths.insert(text).inserted ? try? LinkPattern(text) : nil
      return route
    }
    return App("random\(seed)", version: 1, root: app.root, routes: routes)
  }
}
