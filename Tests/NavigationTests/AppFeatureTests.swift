import JSON
import Reduction
import Testing

@testable import Navigation

@Suite("The reducer of an app")
struct AppFeatureTests {
  @Test("New screens of shared routes begin with their part of the state, and the session with the data's part")
  func begins() throws {
    let tree = try App.household().start()
    #expect(tree.root.screens.map(\.state) == [[:], 0, 0, "-"])
    #expect(tree.data == "nobody")
    let given = App("given", version: 1, root: App.household().root, routes: [Route("shelf")], data: ["a": 1])
    #expect(given.data == ["a": 1])
  }

  @Test("Gets what no screen on the focus path knows, and changes just the screens whose part differs")
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

  @Test("A screen on the focus path that knows the action gets it instead")
  func screensFirst() throws {
    let state = Reducer<Int, HouseholdAction, Void> { count, _, _ in
      count -= 1
      return .none
    }
    let app = App(
      "own", version: 1, root: ContainerDefinition(kind: .tabs, routes: ["cups", "plates"], initial: "cups"),
      routes: [
        Route("cups", feature: Feature(actions: ["ring"], initialState: { _ in 7 }, reducer: state, environment: ())),
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

  @Test("A screen that is named gets the action alone")
  func named() throws {
    var journey = try Journey(.household())
    let id = JSONValue.string(journey.tree.root.screens[1].id)
    #expect(journey.answer(to: ["type": "buy", "source": id]) == "422 unknown-action")
    #expect(journey.answer(to: ["type": "screen", "id": id, "action": ["type": "buy"]]) == "422 unknown-action")
    let refused = journey.refusal(of: ["type": "buy", "target": "root"])
    #expect(refused?.refusal.detail.contains("\"buy\";") == false)
  }

  @Test("An action of nobody is refused with the app's own among those that there are")
  func unknown() throws {
    var journey = try Journey(.household())
    try journey.send(["type": "select", "route": "cups"])
    let refused = journey.refusal(of: ["type": "sell"])
    #expect(refused?.refusal.code == "unknown-action")
    #expect(refused?.refusal.detail.contains("it has \"buy\", \"write\"") == true)
  }

  @Test("A shared screen takes no setState, one that is not shared does")
  func setState() throws {
    var journey = try Journey(.household())
    let ids = journey.tree.root.screens.map { JSONValue.string($0.id) }
    #expect(journey.answer(to: ["type": "setState", "state": 9, "source": ids[1]]) == "422 unknown-action")
    #expect(journey.answer(to: ["type": "setState", "state": ["a": 1], "source": ids[0]]) == "200")
  }

  @Test("What it refuses changes nothing, however far it had come")
  func refused() throws {
    var journey = try Journey(.household())
    #expect(journey.answer(to: ["type": "buy", "cups": 100, "plates": 1]) == "409 too-many")
    #expect(journey.answer(to: ["type": "buy", "forks": 1]) == "422 unknown-field")
    #expect(journey.answer(to: ["type": "buy", "cups": "1"]) == "422 bad-field")
  }

  @Test("An action that is offered when a shared screen is gone is refused, whatever part it is for")
  func gone() throws {
    var journey = try Journey(.household())
    try journey.send(["type": "remove", "id": .string(journey.tree.root.screens[1].id)])
    #expect(journey.answer(to: ["type": "buy", "cups": 1]) == "409 screen-gone")
    #expect(journey.answer(to: ["type": "buy", "plates": 1]) == "409 screen-gone")
    #expect(journey.answer(to: ["type": "sell"]) == "422 unknown-action")
  }

  @Test("A state that cannot be its part is refused where it is given")
  func badState() throws {
    let app = App.household(.stack)
    let refused = #expect(throws: Refused.self) {
      try app.start(navigation: ["screens": [["route": "cups"], ["route": "plates", "state": "many"]]])
    }
    #expect(refused?.faults.map(\.pointer.text) == ["/navigation/screens/1/state"])
  }

  @Test("Data that cannot be its part is refused when an action comes")
  func badData() throws {
    let app = App.household()
    var draft = Draft(try app.start())
    draft.setData(to: ["owner": 1])
    let refused = #expect(throws: Refused.self) { try app.reduce(Action("buy"), &draft) }
    #expect(refused?.refusal.code == "bad-state")
  }
}

@Suite("A part of an app's state whose screen may be gone")
struct OptionalPartTests {
  private let stack: JSONValue = [["id": "c", "route": "cups"], ["id": "p", "route": "plates"]]

  @Test("is nil while there is none, and nothing else is refused then")
  func absent() throws {
    var journey = try Journey(.household(.stack), at: stack)
    #expect(try journey.send(["type": "buy", "cups": 1]) == [.state("c", former: 0, new: 1)])
    #expect(try journey.send(["type": "write"]) == [])
    #expect(journey.answer(to: ["type": "write", "text": "hello"]) == "409 screen-gone")
  }

  @Test("is the topmost screen's state, and nil is null there")
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
  @Test("What it feeds back is offered like an action of a client, in order and in the same change")
  func send() throws {
    var journey = try Journey(.household())
    let ids = journey.tree.root.screens.map(\.id)
    let edits = try journey.send(["type": "buy", "cups": 12])
    #expect(edits.prefix(2) == [.state(ids[1], former: 0, new: 12), .state(ids[1], former: 12, new: 13)])
    #expect(journey.tree.current.route == "plates")
  }

  @Test("An output is sent, and the router answers it as from the current screen")
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

@Suite("An action under a feature's name")
struct ActionPrefixTests {
  @Test("is the feature's without it, and has the same fields")
  func prefix() {
    let own = Action("add", ["text": "a"])
    let whole = Action("todos.add", ["text": "a"])
    #expect(own.adding(prefix: "todos") == whole)
    #expect(whole.removing(prefix: "todos") == own)
    #expect(Action("todos.item.add").removing(prefix: "todos") == Action("item.add"))
  }

  @Test("is no other's", arguments: ["todos", "todosx.add", "todo.add", "add", "", ".add", "Todos.add"])
  func otherName(type: String) {
    #expect(Action(type).removing(prefix: "todos") == nil)
  }
}

@Suite("Identified elements in JSON")
struct IdentifiedArrayJSONTests {
  private struct Item: Identifiable, Equatable, JSONConvertible {
    let id: Int
    init(json: JSONValue) throws { id = try Int(json: json) }
    var json: JSONValue { id.json }
  }

  @Test("are read as they are written, in order", arguments: [[], [3], [3, 1, 2]] as [JSONValue])
  func roundTrip(json: JSONValue) throws {
    #expect(try IdentifiedArray<Item>(json: json).json == json)
  }

  @Test(
    "are refused with the same id twice, and when they are no elements",
    arguments: [[1, 2, 1], ["a"], [:], nil] as [JSONValue])
  func mismatch(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try IdentifiedArray<Item>(json: json) }
  }
}
