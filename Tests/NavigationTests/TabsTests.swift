import JSON
import Testing

@testable import Navigation

@Suite struct TabsTests {
  @Test("Tabs start with a screen for each route, and the initial one selected")
  func start() throws {
    let journey = try Journey(.four(.tabs, backBehavior: .initialRoute))
    #expect(journey.outline == "a1:a[a2| a3:step] a4:b{\"n\":1} a5:c a6:d")
    #expect(journey.focus == "b via b")
  }

  @Test("A tab is selected by its route, id or index")
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

  @Test("Selecting an absent tab is refused")
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
    "`goBack` in tabs follows the `backBehavior`",
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

  @Test("`goBack` pops in the stack of a tab before it selects another tab")
  func goBackWithin() throws {
    var journey = try Journey(.four(.tabs, initial: "b"))
    try journey.send(["type": "select", "route": "a"], ["type": "push", "route": "step"], ["type": "goBack"])
    #expect(journey.outline.hasPrefix("a1:a[a2| a3:step] "))
    #expect(journey.focus == "a via a")
  }

  @Test("Selecting the selected tab follows the `reselect` of the container")
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

  @Test("`select` replaces the params of a tab over the initial ones, but only if it has params")
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

  @Test("Params that change the identity of a tab create a new screen and remove the former visits")
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

  @Test(
    "Params that remove the identity of a screen create a new screen in its place", arguments: ["select", "navigate"])
  func identityTakenAway(type: String) throws {
    var journey = try Journey(.four(.drawer))
    try journey.send(["type": "select", "route": "c", "params": ["id": 1, "k": 2]])
    #expect(journey.tree.current.id == "a7")
    try journey.send(["type": .string(type), "route": "c", "params": ["j": 3]])
    #expect(journey.outline.contains(" a8:c{\"j\":3} "))
  }

  @Test("A screen of another identity does not get the former screen's params, even with `merge`")
  func identityWithMerge() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "select", "route": "c", "params": ["id": 1, "k": 2]])
    try journey.send(["type": "navigate", "route": "c", "params": ["j": 3], "merge": true])
    #expect(journey.outline.contains(" a7:c{\"id\":1,\"k\":2,\"j\":3} "))
    try journey.send(["type": "navigate", "route": "c", "params": ["id": 2], "merge": true])
    #expect(journey.outline.contains(" a8:c{\"id\":2} "))
  }

  @Test("Removing the selected tab selects the previously selected one, or else a neighbour")
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

  @Test(
    "`selectNext` and `selectPrevious` are refused at an end unless they are `circular`", arguments: ["tabs", "pages"])
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
