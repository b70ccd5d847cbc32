import JSON
import Reduction
import Testing

@testable import Navigation

@Suite("The reducer of an app")
struct AppFeatureTests {
  @Test("New screens and the session's data start with their parts of the app's initial state")
  func begins() throws {
    let tree = try App.household().start()
    #expect(tree.root.screens.map(\.state) == [[:], 0, 0, "-"])
    #expect(tree.data == "nobody")
    let given = App("given", version: 1, root: App.household().root, routes: [Route("shelf")], data: ["a": 1])
    #expect(given.data == ["a": 1])
  }

  @Test("The app's reducer changes only the screens and the data whose part differs")
  func changes() throws {
    var journey = try Journey(.household())
    let ids = journey.tree.root.screens.map(\.id)
    #expect(try journey.send(["type": "buy", "plates": 2]) == [.state(ids[2], former: 0, new: 2)])
    #expect(
      try journey.send(["type": "buy", "cups": 1, "plates": 1]) == [
        .state(ids[1], former: 0, new: 1), .state(ids[2], former: 2, new: 3),
      ])
    #expect(try journey.send(["type": "buy"]) == [])
    #expect(try journey.send(["type": "moveTo", "owner": "me"]) == [.data(former: "nobody", new: "me")])
  }

  @Test("A screen on the focus path handles an action before the app's reducer does")
  func screensFirst() throws {
    let state = Reducer<Int, HouseholdAction, Void> { count, _, _ in
      count -= 1
      return .none
    }
    let app = App(
      "own", version: 1, root: ContainerDefinition(kind: .tabs, routes: ["cups", "plates"], initial: "cups"),
      routes: [
        Route("cups", feature: Feature(actions: ["buy"], initialState: { _ in 7 }, reducer: state, environment: ())),
        Route("plates"),
      ],
      feature: AppFeature(
        HouseholdState(), parts: [.screen("cups", \.cups)], actions: ["buy"],
        reducer: Reducer<HouseholdState, HouseholdAction, Void> { state, _, _ in
          state.cups += 100
          return .none
        }, environment: ()))
    var journey = try Journey(app)
    try journey.send(["type": "buy"])
    #expect(journey.tree.root.screens[0].state == 6)
    try journey.send(["type": "select", "route": "plates"], ["type": "buy"])
    #expect(journey.tree.root.screens[0].state == 106)
  }

  @Test("An action that names a screen is not passed to the app's reducer")
  func named() throws {
    var journey = try Journey(.household())
    let id = JSONValue.string(journey.tree.root.screens[1].id)
    #expect(journey.answer(to: ["type": "buy", "source": id]) == "422 unknown-action")
    #expect(journey.answer(to: ["type": "screen", "id": id, "action": ["type": "buy"]]) == "422 unknown-action")
    let refused = journey.refusal(of: ["type": "buy", "target": "root"])
    #expect(refused?.refusal.detail.contains("\"buy\";") == false)
  }

  @Test("The refusal of an unknown action lists the actions of the app's reducer")
  func unknown() throws {
    var journey = try Journey(.household())
    try journey.send(["type": "select", "route": "cups"])
    let refused = journey.refusal(of: ["type": "sell"])
    #expect(refused?.refusal.code == "unknown-action")
    #expect(refused?.refusal.detail.contains("it has \"buy\", \"write\"") == true)
  }

  @Test("A screen rejects `setState` only if its state is shared")
  func setState() throws {
    var journey = try Journey(.household())
    let ids = journey.tree.root.screens.map { JSONValue.string($0.id) }
    #expect(journey.answer(to: ["type": "setState", "state": 9, "source": ids[1]]) == "422 unknown-action")
    #expect(journey.answer(to: ["type": "setState", "state": ["a": 1], "source": ids[0]]) == "200")
  }

  @Test("An action that the app's reducer refuses changes nothing")
  func refused() throws {
    var journey = try Journey(.household())
    #expect(journey.answer(to: ["type": "buy", "cups": 100, "plates": 1]) == "409 too-many")
    #expect(journey.answer(to: ["type": "buy", "forks": 1]) == "422 unknown-field")
    #expect(journey.answer(to: ["type": "buy", "cups": "1"]) == "422 bad-field")
  }

  @Test("Actions of the app's reducer are refused while a shared screen is absent")
  func gone() throws {
    var journey = try Journey(.household())
    try journey.send(["type": "remove", "id": .string(journey.tree.root.screens[1].id)])
    #expect(journey.answer(to: ["type": "buy", "cups": 1]) == "409 screen-gone")
    #expect(journey.answer(to: ["type": "buy", "plates": 1]) == "409 screen-gone")
    #expect(journey.answer(to: ["type": "sell"]) == "422 unknown-action")
  }

  @Test("A navigation is rejected if the state of a screen does not fit its part")
  func badState() throws {
    let app = App.household(.stack)
    let refused = #expect(throws: ActionError.self) {
      try app.start(navigation: ["screens": [["route": "cups"], ["route": "plates", "state": "many"]]])
    }
    #expect(refused?.faults.map(\.pointer.text) == ["/navigation/screens/1/state"])
  }

  @Test("An action is refused if the app's data does not fit its part")
  func badData() throws {
    let app = App.household()
    var draft = Draft(try app.start())
    draft.setData(to: ["owner": 1])
    let refused = #expect(throws: ActionError.self) { try app.reduce(Action("buy"), &draft) }
    #expect(refused?.refusal.code == "bad-state")
  }
}

@Suite("Optional parts of an app's state")
struct OptionalPartTests {
  private let stack: JSONValue = [["id": "c", "route": "cups"], ["id": "p", "route": "plates"]]

  @Test("An optional part is nil while its screen is absent, and only setting it is refused")
  func absent() throws {
    var journey = try Journey(.household(.stack), at: stack)
    #expect(try journey.send(["type": "buy", "cups": 1]) == [.state("c", former: 0, new: 1)])
    #expect(try journey.send(["type": "write"]) == [])
    #expect(journey.answer(to: ["type": "write", "text": "hello"]) == "409 screen-gone")
  }

  @Test("An optional part is the state of the topmost screen of its route, with null for nil")
  func present() throws {
    var journey = try Journey(.household(.stack), at: stack)
    try journey.send(["type": "push", "route": "note", "params": ["text": "a"]], ["type": "push", "route": "note"])
    #expect(journey.tree.root.screens.map(\.state) == [0, 0, "a", "-"])
    try journey.send(["type": "write", "text": "b"])
    #expect(journey.tree.root.screens.map(\.state) == [0, 0, "a", "b"])
    try journey.send(["type": "write"])
    #expect(journey.tree.root.screens.map(\.state) == [0, 0, "a", .null])
    try journey.send(["type": "pop"], ["type": "write", "text": "c"])
    #expect(journey.tree.root.screens.map(\.state) == [0, 0, "c"])
  }
}

@Suite("The effects of an app's reducer")
struct AppEffectTests {
  @Test("An action that the app's reducer sends is dispatched like a client's, in the same change")
  func send() throws {
    var journey = try Journey(.household())
    let ids = journey.tree.root.screens.map(\.id)
    let edits = try journey.send(["type": "buy", "cups": 12])
    #expect(edits.first == .state(ids[1], former: 0, new: 13))
    #expect(journey.tree.current.route == "plates")
  }

  @Test("The router receives an output of the app's reducer as sent by the current screen")
  func output() throws {
    let app = App.household { output, sender in
      output is Bell ? [Action("push", ["route": "book", "source": .string(sender)])] : []
    }
    var draft = Draft(try app.start())
    try app.reduce(Action("ring"), &draft)
    #expect(draft.outputs == [SentOutput(name: "bell", value: 1)])
    #expect(draft.tree.root.outline == "a1:shelf[a2| a3:book a7:book] a4:cups a5:plates a6:note")
  }
}

@Suite("Prefixes of action types")
struct ActionPrefixTests {
  @Test("Removing a prefix from an action's type reverses adding it and keeps the fields")
  func prefix() {
    let own = Action("add", ["text": "a"])
    let whole = Action("todos.add", ["text": "a"])
    #expect(own.adding(prefix: "todos") == whole)
    #expect(whole.removing(prefix: "todos") == own)
    #expect(Action("todos.item.add").removing(prefix: "todos") == Action("item.add"))
  }

  @Test(
    "Removing a prefix from an action type that does not have it returns nil",
    arguments: ["todos", "todosx.add", "todo.add", "add", "", ".add", "Todos.add"])
  func otherName(type: String) {
    #expect(Action(type).removing(prefix: "todos") == nil)
  }
}

@Suite("Identified arrays in JSON")
struct IdentifiedArrayJSONTests {
  private struct Item: Identifiable, Equatable, JSONConvertible {
    let id: Int
    init(json: JSONValue) throws { id = try Int(json: json) }
    var json: JSONValue { id.json }
  }

  @Test(
    "An identified array in JSON keeps its elements and their order", arguments: [[], [3], [3, 1, 2]] as [JSONValue])
  func roundTrip(json: JSONValue) throws {
    #expect(try IdentifiedArray<Item>(json: json).json == json)
  }

  @Test(
    "An identified array with a repeated id or with invalid elements is rejected",
    arguments: [[1, 2, 1], ["a"], [:], nil] as [JSONValue])
  func mismatch(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try IdentifiedArray<Item>(json: json) }
  }
}
