import JSON
import Testing

@testable import Navigation

@Suite struct VisitTests {
  private func select(_ route: String, _ n: Int64? = nil) -> JSONValue {
    n.map { ["type": "select", "route": .string(route), "params": ["n": .integer($0)]] }
      ?? ["type": "select", "route": .string(route)]
  }

  @Test(
    "`goBack` with `fullHistory` restores the params of each visit", arguments: [.tabs, .drawer] as [Container.Kind])
  func restored(kind: Container.Kind) throws {
    var journey = try Journey(.four(kind, initial: "d", backBehavior: .fullHistory))
    try journey.send(select("b", 1))
    try journey.send(select("d"))
    try journey.send(select("b", 2))
    try journey.send(select("d"), select("b", 3))
    var seen: [JSONObject] = []
    for _ in 0..<2 {
      try journey.send(["type": "goBack"], ["type": "goBack"])
      seen.append(journey.tree.current.params)
    }
    #expect(seen == [["n": 2], ["n": 1]])
    #expect(journey.focus == "b via d b")
  }

  @Test("`goBack` with the behaviour `history` keeps the current params")
  func others() throws {
    var journey = try Journey(.four(.tabs, initial: "d", backBehavior: .history))
    try journey.send(select("b", 1), select("c"), select("b", 2), select("d"), ["type": "goBack"])
    #expect(journey.tree.current.params == ["n": 2])
  }

  @Test("Setting params changes the last visit of a screen and no earlier one")
  func setParams() throws {
    var journey = try Journey(.four(.tabs, initial: "d", backBehavior: .fullHistory))
    try journey.send(select("b", 1), select("d"), select("b", 2))
    try journey.send(["type": "setParams", "params": ["n": 3]], select("d"), ["type": "goBack"])
    #expect(journey.tree.current.params == ["n": 3])
    try journey.send(["type": "goBack"])
    #expect(journey.tree.current.route == "d")
    // The screen still has 3, but the remaining visit had 1.
    try journey.send(["type": "setParams", "params": ["n": 4], "source": "a4"], ["type": "goBack"])
    #expect(journey.tree.current.params == ["n": 4])
  }

  @Test("Setting the params that a screen and its last visit already have changes nothing")
  func setAgain() throws {
    var journey = try Journey(.four(.tabs, initial: "d", backBehavior: .fullHistory))
    try journey.send(select("b", 1), select("d"), select("b"), ["type": "goBack"])
    let steps = try journey.send(["type": "setParams", "params": ["n": 1], "source": "a4"])
    #expect(steps.isEmpty)
  }

  @Test("A history is written with the params of its visits, read back, and restored")
  func written() throws {
    var journey = try Journey(.four(.tabs, initial: "d", backBehavior: .fullHistory))
    try journey.send(select("b", 1), select("d"), select("b", 2))
    let json = try JSONValue(parsing: journey.tree.root.json)
    #expect(json["history"] == ["a6", "a4", "a6", "a4"])
    #expect(json["historyParams"] == [[:], ["n": 1], .null, .null])
    #expect(try Container(stored: json) == journey.tree.root)
    var again = try Journey(journey.app, navigation: json)
    #expect(again.tree.root == journey.tree.root)
    try again.send(["type": "goBack"], ["type": "goBack"])
    #expect(again.tree.current.params == ["n": 1])
  }

  @Test("Visits without params in a given history have the params given for their screen")
  func givenWithoutParams() throws {
    var journey = try Journey(
      .four(.tabs, backBehavior: .fullHistory),
      navigation: [
        "history": ["x", "y", "x"],
        "screens": [["id": "x", "route": "b", "params": ["n": 5]], ["id": "y", "route": "c"]],
      ])
    let json = try JSONValue(parsing: journey.tree.root.json)
    #expect(json["historyParams"] == [["n": 5], .null, .null])
    try journey.send(["type": "setParams", "params": ["n": 6]], ["type": "goBack"], ["type": "goBack"])
    #expect(journey.tree.current.params == ["n": 5])
  }

  @Test(
    "Invalid params of visits are rejected with a pointer",
    arguments: [
      (5, ""), ([], ""), ([.null, .null, .null], ""), ([.null, 5], "/1"), ([["n": "x"], .null], "/0"),
    ] as [(JSONValue, String)])
  func faults(params: JSONValue, pointer: String) {
    let app = App(
      "faults", version: 1,
      root: ContainerDefinition(kind: .tabs, routes: ["a", "b"], initial: "a", backBehavior: .fullHistory),
      routes: [Route("a", params: [Param("n", .integer, optional: true)]), Route("b")])
    let navigation: JSONValue = [
      "selected": 1, "history": ["x", "y"], "historyParams": params,
      "screens": [["id": "x", "route": "a"], ["id": "y", "route": "b"]],
    ]
    let refused = #expect(throws: ActionError.self) { try app.start(navigation: navigation) }
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/historyParams\(pointer)"])
  }

  @Test("Removing a screen removes its visits, and equal visits that become adjacent merge")
  func removed() throws {
    var journey = try Journey(.four(.tabs, backBehavior: .fullHistory))
    try journey.send(select("c"), select("b"), ["type": "remove", "id": "a5"])
    #expect(journey.focus == "b via b")
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test("The oldest visits are dropped when the params of visits take more than 64 KiB")
  func bounded() throws {
    var journey = try Journey(.four(.tabs, backBehavior: .fullHistory))
    let text = String(repeating: "x", count: 20_000)
    for n in 0..<8 as Range<Int64> {
      try journey.send(
        ["type": "select", "route": "b", "params": ["n": .integer(n), "t": .string(text)]], select("d"))
    }
    #expect(journey.tree.root.focus.size < 66_000)
    try journey.send(["type": "goBack"], ["type": "goBack"], ["type": "goBack"])
    #expect(journey.tree.current.params["n"] == 6)
  }
}
