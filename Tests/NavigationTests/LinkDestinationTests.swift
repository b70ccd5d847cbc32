import JSON
import Testing

@testable import Navigation

extension App {
  /// An app with tabs of stacks and of a drawer, a stack within a stack, routes to present, and unreachable routes:
  /// `stage`, its content, and `lost`.
  static let town = App(
    "town", version: 1,
    root: ContainerDefinition(kind: .tabs, routes: ["browse", "search", "account"], initial: "browse"),
    routes: [
      Route("browse", content: ContainerDefinition(kind: .stack, routes: ["list", "item", "album"], initial: "list")),
      Route(
        "search",
        content: ContainerDefinition(kind: .stack, routes: ["find", "item", "guide", "closed"], initial: "find")),
      Route(
        "account",
        content: ContainerDefinition(kind: .drawer, routes: ["profile", "orders"], initial: "profile", isOpen: true),
        path: "/account"),
      Route("list", path: "/"), Route("find", path: "/find"), Route("item", path: "/items/:id"),
      Route("guide", path: "/guide"), Route("profile", path: "/profile"),
      Route("orders", params: [Param("year", .integer, optional: true)], path: "/orders/:year?"),
      Route(
        "album", params: [Param("id", .string)], identity: .param("id"),
        content: ContainerDefinition(kind: .stack, routes: ["cover", "photo"], initial: "cover")),
      Route("cover"),
      Route("photo", params: [Param("id", .string), Param("n", .integer)], path: "/albums/:id/:n"),
      Route(
        "pay", presentation: .present(.fullScreen),
        content: ContainerDefinition(kind: .stack, routes: ["sum", "card"], initial: "sum")),
      Route("sum"), Route("card", path: "/pay/card"),
      Route("help", presentation: .present(.sheet), path: "/help"),
      Route(
        "stage", content: ContainerDefinition(kind: .switch, routes: ["red", "blue"], initial: "red"), path: "/stage"),
      Route("red"), Route("blue", presentation: .switch, path: "/blue"),
      Route("closed", destinations: ["help"]), Route("lost", path: "/lost"),
    ])
}

@Suite("Destinations of links") struct LinkDestinationTests {
  private static func go(_ url: String, _ policy: String = "push") -> JSONValue {
    ["type": "route", "url": .string(url), "policy": .string(policy)]
  }

  /// Returns the tree without ids: `browse[list item{"id":"7"}]* account[…]`, with `*` after the selected screen.
  private static func sketch(_ container: Container) -> String {
    let screens = container.screens.indices.map { index in
      sketch(container.screens[index]) + (container.kind != .stack && index == container.selected ? "*" : "")
    }
    return (screens + container.presented.map { "^" + sketch($0.screen) }).joined(separator: " ")
  }

  private static func sketch(_ screen: Screen) -> String {
    let params = screen.params.isEmpty ? "" : JSONValue.object(screen.params).text
    return screen.route + params + (screen.content.map { "[\(sketch($0))]" } ?? "")
  }

  @Test(
    "A session starts at a link's destination, with the initial screens of containers below",
    arguments: [
      ("/", "browse[list]* search[find] account[profile* orders]"),
      ("/items/7", #"browse[list item{"id":"7"}]* search[find] account[profile* orders]"#),
      ("/find", "browse[list] search[find]* account[profile* orders]"),
      ("/account", "browse[list] search[find] account[profile* orders]*"),
      ("/orders", "browse[list] search[find] account[profile orders*]*"),
      ("/orders/2026", #"browse[list] search[find] account[profile orders{"year":2026}*]*"#),
      ("/help", "browse[list ^help]* search[find] account[profile* orders]"),
      ("/pay/card", "browse[list ^pay[sum card]]* search[find] account[profile* orders]"),
      (
        "/albums/a/3",
        #"browse[list album{"id":"a"}[cover photo{"id":"a","n":3}]]* search[find] account[profile* orders]"#
      ),
      ("/?sort=up", #"browse[list{"sort":"up"}]* search[find] account[profile* orders]"#),
    ])
  func start(url: String, tree: String) throws {
    #expect(Self.sketch(try App.town.start(url: url).root) == tree)
    var journey = try Journey(.town)
    try journey.send(["type": "select", "route": "search"], ["type": "push", "route": "guide"])
    let former = journey.tree.root.allIDs
    let edits = try journey.send(Self.go(url, "reset"))
    #expect(Self.sketch(journey.tree.root) == tree)
    #expect(journey.tree.root.allIDs.intersection(former) == ["root"])
    journey.draft.revert(edits)
    #expect(Self.sketch(journey.tree.root) == "browse[list] search[find guide]* account[profile* orders]")
  }

  @Test("A link selects, presents and pushes screens on its path and keeps the rest")
  func push() throws {
    var journey = try Journey(.town)
    try journey.send(Self.go("/guide"))
    #expect(Self.sketch(journey.tree.root) == "browse[list] search[find guide]* account[profile* orders]")
    try journey.send(Self.go("/albums/a/1"))
    try journey.send(Self.go("/albums/a/2"))
    let album = #"album{"id":"a"}[cover photo{"id":"a","n":1} photo{"id":"a","n":2}]"#
    #expect(Self.sketch(journey.tree.root) == "browse[list \(album)]* search[find guide] account[profile* orders]")
    try journey.send(Self.go("/albums/b/1"))
    let other = #"album{"id":"b"}[cover photo{"id":"b","n":1}]"#
    #expect(
      Self.sketch(journey.tree.root) == "browse[list \(album) \(other)]* search[find guide] account[profile* orders]")
    try journey.send(Self.go("/orders/2025"), Self.go("/help"), Self.go("/help"))
    #expect(
      Self.sketch(journey.tree.root) == "browse[list \(album) \(other)] search[find guide] "
        + #"account[profile orders{"year":2025}* ^help ^help]*"#)
  }

  @Test("A link into a presented screen uses the existing one, or else presents it")
  func presented() throws {
    var journey = try Journey(.town)
    try journey.send(Self.go("/pay/card"))
    try journey.send(Self.go("/pay/card"))
    #expect(Self.sketch(journey.tree.root).hasPrefix("browse[list ^pay[sum card card]]*"))
    try journey.send(Self.go("/pay/card", "navigate"))
    #expect(Self.sketch(journey.tree.root).hasPrefix("browse[list ^pay[sum card card]]*"))
  }

  @Test("A link with the policy `navigate` uses existing screens")
  func navigate() throws {
    var journey = try Journey(.town)
    try journey.send(Self.go("/items/7"), Self.go("/albums/a/1"), Self.go("/albums/b/1"))
    let item = try #require(journey.tree.root.screens[0].content?.screens[1])
    try journey.send(Self.go("/albums/a/2", "navigate"))
    #expect(
      Self.sketch(journey.tree.root).hasPrefix(
        #"browse[list item{"id":"7"} album{"id":"a"}[cover photo{"id":"a","n":2}]]*"#))
    try journey.send(Self.go("/items/8", "navigate"))
    #expect(Self.sketch(journey.tree.root).hasPrefix(#"browse[list item{"id":"8"}]*"#))
    #expect(journey.tree.current.id == item.id)
    #expect(try journey.send(Self.go("/items/8", "navigate")).isEmpty)
    try journey.send(Self.go("/help", "navigate"))
    #expect(try journey.send(Self.go("/help", "navigate")).isEmpty)
  }

  @Test(
    "A route that several containers take opens in the innermost one of the focus path",
    arguments: ["push", "navigate"])
  func focused(policy: String) throws {
    var journey = try Journey(.town)
    try journey.send(["type": "select", "route": "search"], Self.go("/items/7", policy))
    #expect(Self.sketch(journey.tree.root) == #"browse[list] search[find item{"id":"7"}]* account[profile* orders]"#)
    let item = journey.tree.current.id
    try journey.send(["type": "push", "route": "guide"], Self.go("/items/8", "navigate"))
    #expect(journey.tree.current.id == item)
    try journey.send(["type": "select", "route": "account"], Self.go("/items/9", policy))
    #expect(journey.tree.currentPath == ["browse", "item"])
  }

  @Test("A link passes by focused containers within a screen of other params, and those under a presented screen")
  func passedBy() throws {
    let posts = ContainerDefinition(kind: .stack, routes: ["posts", "post"], initial: "posts")
    let user = [Param("user", .integer)]
    var journey = try Journey(
      App(
        "users", version: 1,
        root: ContainerDefinition(kind: .stack, routes: ["home", "user", "post"], initial: "home"),
        routes: [
          Route("home"), Route("user", params: user, content: posts), Route("posts"),
          Route("post", params: user, path: "/:user/posts"), Route("help", presentation: .present(.sheet)),
        ]))
    try journey.send(["type": "push", "route": "user", "params": ["user": 8]], Self.go("/8/posts"))
    #expect(journey.tree.currentPath == ["user", "post"])
    try journey.send(Self.go("/7/posts"))
    #expect(Self.sketch(journey.tree.root) == #"home user{"user":8}[posts post{"user":8}] post{"user":7}"#)
    try journey.send(["type": "pop"], ["type": "present", "route": "help"])
    try journey.send(Self.go("/8/posts"))
    #expect(journey.tree.root.screens.count == 3)
  }

  @Test("A link with a `target` is dispatched to that container alone")
  func target() throws {
    var journey = try Journey(.town)
    let search = try #require(journey.tree.root.screens[1].content?.id)
    try journey.send(["type": "route", "url": "/items/7", "target": .string(search)])
    #expect(Self.sketch(journey.tree.root) == #"browse[list]* search[find item{"id":"7"}] account[profile* orders]"#)
    #expect(journey.answer(to: ["type": "route", "url": "/guide", "target": "root"]) == "409 not-for-this-kind")
    let reset: JSONValue = ["type": "route", "url": "/guide", "target": "root", "policy": "reset"]
    #expect(journey.refusal(of: reset)?.faults.map(\.pointer.text) == ["/policy"])
  }

  @Test("A link to a destination below a presented screen is refused unless the policy is `reset`")
  func covered() throws {
    var journey = try Journey(.town)
    try journey.send(["type": "present", "route": "help", "target": "root"])
    for url in ["/guide", "/account", "/items/1"] { #expect(journey.answer(to: Self.go(url)) == "409 covered") }
    try journey.send(Self.go("/guide", "reset"))
    #expect(journey.tree.current.route == "guide")
  }

  @Test("`to` applies to a `route` by name, but not to a link", arguments: ["push", "navigate", "reset"])
  func destinationCheck(policy: String) throws {
    var journey = try Journey(.town)
    try journey.send(["type": "select", "route": "search"], ["type": "push", "route": "closed"])
    let closed = journey.draft
    for url in ["/items/1", "/guide", "/pay/card", "/albums/a/1", "/help"] {
      journey.draft = closed
      #expect(journey.answer(to: Self.go(url, policy)) == "200", "\(url)")
    }
    journey.draft = closed
    for route in ["guide", "card"] {
      let action: JSONValue = ["type": "route", "route": .string(route), "policy": .string(policy)]
      #expect(journey.answer(to: action) == "409 destination-not-allowed", "\(route)")
    }
    #expect(journey.answer(to: ["type": "route", "route": "help", "policy": .string(policy)]) == "200")
  }

  @Test("A URL that matches no link is refused with 404 and the existing links")
  func absent() throws {
    var journey = try Journey(.town)
    let refusal = journey.refusal(of: Self.go("/nowhere?é"))
    let refused = try #require(refusal)
    #expect(refused.status == 404)
    #expect(refused.refusal.code == "no-such-link")
    #expect(refused.refusal.detail.contains("/nowhere?é") && refused.refusal.detail.contains("\"/items/:id\""))
    #expect(throws: refused) { try App.town.start(url: "/nowhere?é") }
    #expect(journey.answer(to: Self.go("/lost")) == "409 route-not-taken")
    #expect(journey.answer(to: Self.go("/blue")) == "409 route-not-taken")
    #expect(journey.answer(to: Self.go("/lost", "reset")) == "409 route-not-taken")
    #expect(journey.answer(to: Self.go(String(repeating: "a", count: 8_193))) == "422 url-too-long")
  }

  @Test("`route` needs either a URL or a route, and a known policy")
  func fields() throws {
    var journey = try Journey(.town)
    let wrong: [(JSONValue, String)] = [
      (["type": "route"], ""), (["type": "route", "params": [:]], ""), (["type": "route", "url": 1], "/url"),
      (["type": "route", "url": "/", "route": "list"], "/url"), (["type": "route", "url": "/", "params": [:]], "/url"),
      (["type": "route", "url": "/", "policy": "back"], "/policy"), (["type": "route", "url": "/", "to": 1], "/to"),
      (["type": "route", "route": "photo", "params": ["id": "a", "n": "1"]], "/params/n"),
      (["type": "route", "route": "nope", "policy": "reset"], "/route"),
    ]
    for (action, pointer) in wrong {
      let refused = journey.refusal(of: action)
      #expect(refused?.status == 422, "\(action.text)")
      #expect(refused?.faults.first?.pointer.text ?? "" == pointer, "\(action.text)")
    }
  }

  @Test("`route` by name finds a route that no container on the focus path accepts")
  func byName() throws {
    var journey = try Journey(.town)
    try journey.send(["type": "route", "route": "guide"])
    #expect(Self.sketch(journey.tree.root) == "browse[list] search[find guide]* account[profile* orders]")
    // The stack on the focus path accepts the route, as does the first stack.
    try journey.send(["type": "route", "route": "item", "params": ["id": "7"]])
    #expect(Self.sketch(journey.tree.root).contains(#"search[find guide item{"id":"7"}]*"#))
    try journey.send(["type": "route", "route": "item", "params": ["id": "8"], "policy": "navigate"])
    #expect(Self.sketch(journey.tree.root).contains(#"search[find guide item{"id":"8"}]*"#))
    try journey.send(["type": "route", "route": "card"])
    #expect(journey.tree.current.route == "card")
    try journey.send(["type": "route", "route": "orders", "policy": "reset"])
    #expect(Self.sketch(journey.tree.root) == "browse[list] search[find] account[profile orders*]*")
  }

  @Test("A link into a switch keeps its child unless the link leads to another one")
  func switching() throws {
    let app = App(
      "stage", version: 1, root: ContainerDefinition(kind: .switch, routes: ["out", "in"], initial: "out"),
      routes: [
        Route("out", path: "/out"),
        Route("in", content: ContainerDefinition(kind: .stack, routes: ["a", "b"], initial: "a")),
        Route("a"), Route("b", path: "/b"),
      ])
    var journey = try Journey(app)
    #expect(try journey.send(Self.go("/out")).isEmpty)
    try journey.send(Self.go("/b"))
    try journey.send(Self.go("/b"))
    #expect(Self.sketch(journey.tree.root) == "in[a b b]*")
    try journey.send(Self.go("/out"))
    #expect(Self.sketch(journey.tree.root) == "out*")
    #expect(Self.sketch(try app.start(url: "/b").root) == "in[a b]*")
  }

  @Test("A link takes the shortest path to a route, and of equal paths the first defined")
  func shortest() {
    #expect(App.town.routeIndex.holders(to: "item") == ["browse"])
    #expect(App.town.routeIndex.holders(to: "photo") == ["browse", "album"])
    #expect(App.town.routeIndex.holders(to: "card") == ["pay"])
    #expect(App.town.routeIndex.holders(to: "browse") == [])
    #expect(App.town.routeIndex.holders(to: "blue") == nil)
    #expect(App.everything.routeIndex.holders(to: "pages") == ["home"])
  }
}
