import JSON
import Testing

@testable import Navigation

@Suite struct FocusRestorationTests {
  @Test("Screens that are not given are made, in the order of the routes")
  func completed() throws {
    let journey = try Journey(
      .four(.tabs, backBehavior: .order),
      navigation: ["selected": 1, "screens": [["id": "y", "route": "d"], ["id": "x", "route": "b"]]])
    #expect(journey.outline == "a1:a[a2| a3:step] x:b{\"n\":1} a4:c y:d")
    #expect(journey.focus == "b via a b")
  }

  @Test("Without `selected` it is the initial route")
  func initial() throws {
    for route in ["c", "d"] {
      let journey = try Journey(
        .four(.pages, initial: route), navigation: ["screens": [["route": "b"], ["route": "d"]]])
      #expect(journey.focus == route)
    }
  }

  @Test(
    "Without `selected` it is the first of the tabs that are given", arguments: [.tabs, .drawer] as [Container.Kind])
  func firstGiven(kind: Container.Kind) throws {
    let journey = try Journey(
      .four(kind, initial: "b", backBehavior: .none), navigation: ["screens": [["route": "d"], ["route": "b"]]])
    #expect(journey.focus == "d via d")
  }

  @Test(
    "Tabs stand in the order of the definition, also when all are given",
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

  @Test("A tab that is given twice is refused", arguments: [.tabs, .drawer] as [Container.Kind])
  func givenTwice(kind: Container.Kind) throws {
    let navigation: JSONValue = ["screens": [["route": "b"], ["route": "c"], ["route": "b", "params": ["n": 2]]]]
    let refused = #expect(throws: Refused.self) { try App.four(kind).start(navigation: navigation) }
    #expect(refused?.status == 422)
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens/2/route"])
    var journey = try Journey(.four(kind))
    #expect(journey.answer(to: ["type": "reset", "navigation": navigation, "target": "root"]) == "422 bad-navigation")
  }

  @Test("A history is kept where it means something and computed elsewhere")
  func history() throws {
    let given: JSONValue = [
      "selected": 1, "history": ["x", "y", "x"],
      "screens": [["id": "w", "route": "a"], ["id": "x", "route": "b"], ["id": "y", "route": "c"]],
    ]
    #expect(try Journey(.four(.tabs, backBehavior: .fullHistory), navigation: given).focus == "b via b c b")
    #expect(try Journey(.four(.tabs, backBehavior: .history), navigation: given).focus == "b via c b")
    #expect(try Journey(.four(.tabs, backBehavior: .none), navigation: given).focus == "b via b")
  }

  @Test("A container is read back as it was written", arguments: Container.Kind.allCases)
  func readBack(kind: Container.Kind) throws {
    var journey = try Journey(.four(kind, backBehavior: .fullHistory, isOpen: true))
    try journey.send(["type": "present", "route": "more"])
    let root = journey.tree.root
    #expect(try Container(stored: JSONValue(parsing: root.json)) == root)
    #expect(try journey.app.start(navigation: JSONValue(parsing: root.json)).root == root)
  }

  @Test(
    "What does not fit the kind is pointed at",
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
    let refused = #expect(throws: Refused.self) { try app.start(navigation: .object(navigation)) }
    #expect(refused?.faults.contains { $0.pointer.description == "/navigation/\(member)" } == true)
  }

  @Test("A switch holds one screen")
  func switchWithTwo() throws {
    let refused = #expect(throws: Refused.self) {
      try App.four(.switch).start(navigation: ["screens": [["route": "b"], ["route": "c"]]])
    }
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens"])
  }
}
