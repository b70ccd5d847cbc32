import JSON
import Testing

@testable import Navigation

@Suite struct FocusRestorationTests {
  @Test("Omitted screens of tabs are created in the order of the routes")
  func completed() throws {
    let journey = try Journey(
      .four(.tabs, backBehavior: .order),
      navigation: ["selected": 1, "screens": [["id": "y", "route": "d"], ["id": "x", "route": "b"]]])
    #expect(journey.outline == "a1:a[a2| a3:step] x:b{\"n\":1} a4:c y:d")
    #expect(journey.focus == "b via a b")
  }

  @Test("Pages without `selected` select the initial route")
  func initial() throws {
    for route in ["c", "d"] {
      let journey = try Journey(
        .four(.pages, initial: route), navigation: ["screens": [["route": "b"], ["route": "d"]]])
      #expect(journey.focus == route)
    }
  }

  @Test(
    "Tabs and drawers without `selected` select the first given tab", arguments: [.tabs, .drawer] as [Container.Kind])
  func firstGiven(kind: Container.Kind) throws {
    let journey = try Journey(
      .four(kind, initial: "b", backBehavior: .none), navigation: ["screens": [["route": "d"], ["route": "b"]]])
    #expect(journey.focus == "d via d")
  }

  @Test(
    "Tabs and drawers follow the order of the definition, also when all screens are given",
    arguments: [.tabs, .drawer] as [Container.Kind])
  func order(kind: Container.Kind) throws {
    let journey = try Journey(
      .four(kind, backBehavior: .order),
      navigation: [
        "selected": 3, "screens": [["route": "d"], ["route": "c"], ["route": "b"], ["id": "x", "route": "a"]],
      ])
    #expect(journey.tree.root.screens.map(\.route) == ["a", "b", "c", "d"])
    #expect(journey.focus == "a via a")
    #expect(journey.tree.current.route == "step")
  }

  @Test("A navigation with the same tab twice is rejected", arguments: [.tabs, .drawer] as [Container.Kind])
  func givenTwice(kind: Container.Kind) throws {
    let navigation: JSONValue = ["screens": [["route": "b"], ["route": "c"], ["route": "b", "params": ["n": 2]]]]
    let refused = #expect(throws: ActionError.self) { try App.four(kind).start(navigation: navigation) }
    #expect(refused?.status == 422)
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens/2/route"])
    var journey = try Journey(.four(kind))
    #expect(journey.answer(to: ["type": "reset", "navigation": navigation, "target": "root"]) == "422 bad-navigation")
  }

  @Test("A given history is adapted to the `backBehavior` of the container")
  func history() throws {
    let given: JSONValue = [
      "selected": 1, "history": ["x", "y", "x"],
      "screens": [["id": "w", "route": "a"], ["id": "x", "route": "b"], ["id": "y", "route": "c"]],
    ]
    #expect(try Journey(.four(.tabs, backBehavior: .fullHistory), navigation: given).focus == "b via b c b")
    #expect(try Journey(.four(.tabs, backBehavior: .history), navigation: given).focus == "b via c b")
    #expect(try Journey(.four(.tabs, backBehavior: .none), navigation: given).focus == "b via b")
  }

  @Test("A container of each kind is read back as it was written", arguments: Container.Kind.allCases)
  func readBack(kind: Container.Kind) throws {
    var journey = try Journey(.four(kind, backBehavior: .fullHistory, isOpen: true))
    try journey.send(["type": "present", "route": "more"])
    let root = journey.tree.root
    #expect(try Container(stored: JSONValue(parsing: root.json)) == root)
    #expect(try journey.app.start(navigation: JSONValue(parsing: root.json)).root == root)
  }

  @Test(
    "A member that does not fit the kind of its container is rejected with a pointer to it",
    arguments: [
      (.tabs, "selected", 2), (.pages, "selected", -1), (.tabs, "selected", "0"), (.tabs, "history", ["z"]),
      (.tabs, "history", [1]), (.drawer, "history", 5), (.pages, "history", ["x"]), (.stack, "history", ["x"]),
      (.switch, "history", []), (.tabs, "open", true), (.stack, "open", false), (.drawer, "open", 1),
      (.stack, "selected", 0), (.tabs, "selected", .integer(.min)), (.tabs, "selected", 1.5),
    ] as [(Container.Kind, String, JSONValue)])
  func faults(kind: Container.Kind, member: String, value: JSONValue) throws {
    let app = App.four(kind, backBehavior: .history)
    var navigation: JSONObject = ["screens": [["id": "x", "route": "b"], ["id": "y", "route": "c"]]]
    navigation[member] = value
    let refused = #expect(throws: ActionError.self) { try app.start(navigation: .object(navigation)) }
    #expect(refused?.faults.contains { $0.pointer.description == "/navigation/\(member)" } == true)
  }

  @Test("A switch with two screens is rejected")
  func switchWithTwo() throws {
    let refused = #expect(throws: ActionError.self) {
      try App.four(.switch).start(navigation: ["screens": [["route": "b"], ["route": "c"]]])
    }
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens"])
  }
}
