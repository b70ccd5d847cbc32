import JSON
import Testing

@testable import Navigation

@Suite("Former params") struct FormerParamsTests {
  private static func pushParams(_ page: Int64, source: JSONValue? = nil) -> JSONValue {
    var action: JSONObject = ["type": "pushParams", "params": ["page": .integer(page)]]
    action["source"] = source
    return .object(action)
  }

  /// A journey on top of `home`, with these pages of an item.
  private static func pages(_ pages: Int64...) throws -> Journey {
    var journey = try Journey(at: [["id": "h", "route": "home"], ["id": "i", "route": "item"]])
    for page in pages { try journey.send(pushParams(page)) }
    return journey
  }

  @Test("`pushParams` merges params and keeps the former ones")
  func keeps() throws {
    let journey = try Self.pages(1, 2)
    #expect(
      journey.tree.current
        == Screen(id: "i", route: "item", params: ["page": 2], formerParams: [[:], ["page": 1]]))
  }

  @Test("`pushParams` with equal params changes nothing")
  func same() throws {
    var journey = try Self.pages(1)
    #expect(try journey.send(Self.pushParams(1)) == [])
  }

  @Test(
    "`goBack` and `pop` return to former params, the newest first, and then remove the screen",
    arguments: ["goBack", "pop"])
  func back(type: String) throws {
    var journey = try Self.pages(1, 2)
    var outlines: [String] = []
    for _ in 0..<3 {
      try journey.send(["type": .string(type)])
      outlines.append(journey.outline)
    }
    #expect(outlines == ["h:home i:item{\"page\":1}", "h:home i:item", "h:home"])
  }

  @Test(
    "Each entry counts as one for `pop`, also of the screens below",
    arguments: [
      (1, "h:home i:item{\"page\":1} n:note"), (2, "h:home i:item{\"page\":1}"), (3, "h:home i:item"), (4, "h:home"),
      (9, "h:home"),
    ] as [(Int64, String)])
  func count(count: Int64, outline: String) throws {
    var journey = try Self.pages(1)
    try journey.send(
      ["type": "insert", "route": "note", "index": 2], ["type": "pushParams", "params": ["page": 5]])
    let outline = outline.replacing("n:note", with: "\(journey.tree.current.id):note")
    try journey.send(["type": "pop", "count": .integer(count)])
    #expect(journey.outline == outline)
  }

  @Test("`setParams` and `replaceParams` change the present entry only", arguments: ["setParams", "replaceParams"])
  func present(type: String) throws {
    var journey = try Self.pages(1)
    try journey.send(["type": .string(type), "params": ["page": 7]], ["type": "goBack"])
    #expect(journey.outline == "h:home i:item")
  }

  @Test(
    "Other ways back do not stop at former params",
    arguments: [
      ["type": "popToRoot"], ["type": "remove", "id": "i"], ["type": "popTo", "id": "h"],
    ] as [JSONValue])
  func others(action: JSONValue) throws {
    var journey = try Self.pages(1)
    try journey.send(action)
    #expect(journey.outline == "h:home")
  }

  @Test("The oldest entries beyond 50 go")
  func limit() throws {
    var journey = try Self.pages()
    for page in 1...60 { try journey.send(Self.pushParams(Int64(page))) }
    #expect(journey.tree.current.formerParams == (10...59).map { ["page": .integer($0)] })
  }

  @Test("An entry whose identity another screen has is skipped, unless the route allows duplicates")
  func taken() throws {
    var journey = try Journey(at: [["id": "h", "route": "home"], ["id": "u", "route": "user", "params": ["id": 1]]])
    for id in [2, 3] as [Int64] { try journey.send(["type": "pushParams", "params": ["id": .integer(id)]]) }
    try journey.send(["type": "insert", "route": "user", "params": ["id": 2], "index": 0], ["type": "goBack"])
    #expect(journey.tree.current == Screen(id: "u", route: "user", params: ["id": 1]))
  }

  @Test("With all entries taken, `goBack` does what it does without them, and `can` agrees")
  func allTaken() throws {
    var journey = try Journey(at: [["id": "u", "route": "user", "params": ["id": 1]]])
    try journey.send(
      ["type": "pushParams", "params": ["id": 2]],
      ["type": "insert", "route": "user", "params": ["id": 1], "index": 1],
      ["type": "remove", "id": "u"])
    let new = journey.tree.current.id
    try journey.send(
      ["type": "pushParams", "params": ["id": 3]], ["type": "present", "route": "user", "params": ["id": 1]])
    #expect(journey.answer(to: ["type": "pop", "source": .string(new)]) == "409 nothing-to-pop")
    try journey.send(["type": "dismiss"])
    #expect(journey.app.abilities(of: journey.tree) == Tree.Abilities(goBack: true, pop: true))
  }

  @Test("A presented screen returns to its former params before it is dismissed")
  func presented() throws {
    var journey = try Journey(at: [["id": "h", "route": "home"]], presented: sheet)
    try journey.send(Self.pushParams(1), Self.pushParams(2), ["type": "pop"])
    #expect(journey.outline == "h:home ^sheet p:note{\"page\":1}")
    try journey.send(["type": "goBack"], ["type": "goBack"])
    #expect(journey.outline == "h:home")
  }

  @Test("With `source`, the screen returns to its own former params")
  func source() throws {
    var journey = try Journey(at: three)
    try journey.send(Self.pushParams(1, source: "i"), ["type": "goBack", "source": "i"])
    #expect(journey.outline == "h:home i:item n:note")
  }

  @Test("An open drawer closes before its screen returns to former params")
  func drawer() throws {
    let root = ContainerDefinition(kind: .drawer, routes: ["a", "b"], initial: "a", isOpen: true)
    var journey = try Journey(App("menu", version: 1, root: root, routes: [Route("a"), Route("b")]))
    try journey.send(Self.pushParams(1), ["type": "goBack"])
    #expect(!journey.tree.root.focus.isOpen && journey.tree.current.params == ["page": 1])
    try journey.send(["type": "goBack"])
    #expect(journey.tree.current.params == [:])
  }

  @Test("Former params are read from a navigation, and checked like params")
  func navigation() throws {
    let screen: JSONValue = ["route": "typed", "params": ["id": "a"], "formerParams": [["id": "b"], ["id": 7]]]
    var journey = try Journey()
    let refused = journey.refusal(of: ["type": "reset", "navigation": ["screens": [screen]]])
    #expect(refused?.faults.map(\.pointer.text) == ["/navigation/screens/0/formerParams/1"])
  }
}
