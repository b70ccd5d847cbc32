import JSON
import Testing

@testable import Navigation

@Suite struct TabsTests {
  @Test("Tabs start with a screen for each route and their initial one selected")
  func start() throws {
    let journey = try Journey(.four(.tabs, backBehavior: .initialRoute))
    #expect(journey.outline == "a1:a[a2| a3:step] a4:b{\"n\":1} a5:c a6:d")
    #expect(journey.focus == "b via b")
  }

  @Test("A screen is selected by its route, id or index")
  func select() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "select", "route": "c"])
    #expect(journey.focus == "c via a c")
    try journey.send(["type": "select", "id": "a6"])
    #expect(journey.focus == "d via a d")
    try journey.send(["type": "select", "index": 0])
    #expect(journey.focus == "a via a")
    try journey.send(["type": "navigate", "route": "c"])
    #expect(journey.focus == "c via a c")
  }

  @Test("What is not there cannot be selected")
  func selectNothing() throws {
    var journey = try Journey(.four(.tabs))
    #expect(journey.answer(to: ["type": "select", "route": "step"]) == "409 route-not-taken")
    #expect(journey.answer(to: ["type": "select", "route": "x"]) == "422 unknown-route")
    #expect(journey.answer(to: ["type": "select", "id": "a2"]) == "409 nothing-to-select")
    #expect(journey.answer(to: ["type": "select", "index": 4]) == "409 nothing-to-select")
    #expect(journey.answer(to: ["type": "select", "index": -1]) == "409 nothing-to-select")
    #expect(journey.answer(to: ["type": "push", "route": "c"]) == "409 not-for-this-kind")
  }

  @Test(
    "goBack walks what the behaviour remembers",
    arguments: [
      (.firstRoute, ["d via a d", "a via a"]), (.initialRoute, ["d via b d", "b via b"]),
      (.order, ["d via a b c d", "c via a b c", "b via a b", "a via a"]), (.none, ["d via d"]),
      (.history, ["d via b c d", "c via b c", "b via b"]),
      (.fullHistory, ["d via b d c d", "c via b d c", "d via b d", "b via b"]),
    ] as [(ContainerDefinition.BackBehavior, [String])])
  func goBack(behavior: ContainerDefinition.BackBehavior, expected: [String]) throws {
    var journey = try Journey(.four(.tabs, backBehavior: behavior))
    for route in ["d", "c", "d", "d"] { try journey.send(["type": "select", "route": .string(route)]) }
    var seen = [journey.focus]
    for _ in expected.dropFirst() {
      try journey.send(["type": "goBack"])
      seen.append(journey.focus)
    }
    #expect(seen == expected)
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test("The stack within goes back before the tabs do")
  func goBackWithin() throws {
    var journey = try Journey(.four(.tabs, initial: "b"))
    try journey.send(["type": "select", "route": "a"], ["type": "push", "route": "step"], ["type": "goBack"])
    #expect(journey.outline.hasPrefix("a1:a[a2| a3:step] "))
    #expect(journey.focus == "a via a")
  }

  @Test("Selecting again does nothing, or goes to the root of the stack, or says so")
  func reselect() throws {
    let deep: JSONValue = [
      "selected": 0,
      "screens": [["id": "x", "route": "a", "content": ["screens": [["route": "step"], ["route": "step"]]]]],
    ]
    var journey = try Journey(.four(.tabs, reselect: .none), navigation: deep)
    #expect(try journey.send(["type": "select", "id": "x"]) == [])
    journey = try Journey(.four(.tabs, reselect: .popToRoot), navigation: deep)
    #expect(try journey.send(["type": "select", "id": "x"]).count == 1)
    #expect(journey.tree.root.screens[0].content?.screens.count == 1)
    #expect(try journey.send(["type": "select", "id": "x"]) == [])
    journey = try Journey(.four(.tabs, reselect: .output), navigation: deep)
    try journey.app.reduce(Action(json: ["type": "select", "id": "x"]), &journey.draft)
    #expect(journey.draft.outputs == [SentOutput(name: "reselect", value: ["id": "x", "route": "a"])])
    #expect(journey.draft.edits == [])
  }

  @Test("Params replace those of the screen over the initial ones; absent, they stay")
  func params() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "select", "route": "b", "params": ["k": 2]])
    #expect(journey.tree.current.params == ["n": 1, "k": 2])
    try journey.send(["type": "select", "route": "a"], ["type": "select", "route": "b"])
    #expect(journey.tree.current.params == ["n": 1, "k": 2])
    try journey.send(["type": "navigate", "route": "b", "params": ["j": 3], "merge": true])
    #expect(journey.tree.current.params == ["n": 1, "k": 2, "j": 3])
    try journey.send(["type": "select", "route": "b", "params": [:]])
    #expect(journey.tree.current.params == ["n": 1])
  }

  @Test("Params that make it another screen put a new one in its place, and the visits of the former one go")
  func identity() throws {
    var journey = try Journey(.four(.tabs, backBehavior: .fullHistory))
    try journey.send(["type": "select", "route": "c", "params": ["id": 1]])
    #expect(journey.outline.contains(" a7:c{\"id\":1} "))
    try journey.send(["type": "select", "route": "d"], ["type": "select", "route": "c", "params": ["id": 1]])
    #expect(journey.tree.current.id == "a7")
    try journey.send(["type": "select", "route": "c", "params": ["id": 2]])
    #expect(journey.tree.current.id == "a8")
    #expect(journey.focus == "c via b d c")
    let former = journey.tree
    let edits = try journey.send(["type": "select", "route": "c", "params": ["id": 3]])
    journey.draft.revert(edits)
    #expect(journey.tree.root == former.root)
  }

  @Test("Params that take its identity away put a new screen in its place, too", arguments: ["select", "navigate"])
  func identityTakenAway(type: String) throws {
    var journey = try Journey(.four(.drawer))
    try journey.send(["type": "select", "route": "c", "params": ["id": 1, "k": 2]])
    #expect(journey.tree.current.id == "a7")
    try journey.send(["type": .string(type), "route": "c", "params": ["j": 3]])
    #expect(journey.outline.contains(" a8:c{\"j\":3} "))
  }

  @Test("A new screen in the place of another gets nothing of its params, also with `merge`")
  func identityWithMerge() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "select", "route": "c", "params": ["id": 1, "k": 2]])
    try journey.send(["type": "navigate", "route": "c", "params": ["j": 3], "merge": true])
    #expect(journey.outline.contains(" a7:c{\"id\":1,\"k\":2,\"j\":3} "))
    try journey.send(["type": "navigate", "route": "c", "params": ["id": 2], "merge": true])
    #expect(journey.outline.contains(" a8:c{\"id\":2} "))
  }

  @Test("The selected screen is removed: what was selected before is, or else the neighbour")
  func remove() throws {
    var journey = try Journey(.four(.tabs, backBehavior: .history))
    try journey.send(["type": "select", "route": "d"], ["type": "remove", "id": "a6"])
    #expect(journey.focus == "b via b")
    try journey.send(["type": "remove", "id": "a1"])
    #expect(journey.focus == "b via b")
    try journey.send(["type": "remove", "id": "a4"])
    #expect(journey.focus == "c via c")
    #expect(journey.answer(to: ["type": "remove", "id": "a5"]) == "409 last-screen")
  }

  @Test("The neighbours and the ends are selected, round and round if that is asked for", arguments: ["tabs", "pages"])
  func steps(kind: String) throws {
    var journey = try Journey(.four(try #require(Container.Kind(rawValue: kind)), initial: "d", backBehavior: .none))
    #expect(journey.answer(to: ["type": "selectNext"]) == "409 at-the-end")
    try journey.send(["type": "selectNext", "circular": true])
    #expect(journey.tree.root.selected == 0)
    #expect(try journey.send(["type": "selectFirst"]) == [])
    #expect(journey.answer(to: ["type": "selectPrevious", "target": "root"]) == "409 at-the-end")
    try journey.send(["type": "selectPrevious", "circular": true], ["type": "selectPrevious"])
    #expect(journey.tree.root.selected == 2)
    try journey.send(["type": "selectLast"])
    #expect(journey.tree.root.selected == 3)
  }
}
