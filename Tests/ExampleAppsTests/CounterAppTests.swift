import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The app counter")
struct CounterAppTests {
  private let session: Session

  init() throws {
    session = try Session(Counter.app)
  }

  private static func push(_ count: JSONValue) -> Action {
    Action("push", ["route": "counter", "params": ["count": count]])
  }

  @Test("The app counter starts with one screen at 0")
  func begins() {
    #expect(session.draft.tree.root.kind == .stack)
    #expect(session.routes == ["counter"])
    #expect(session.states == [["count": 0]])
    #expect(session.draft.tree.data == [:])
  }

  @Test("Push without a route sends an output and inserts a screen in the same change")
  func pushes() throws {
    try session.send(Action("increment"))
    try session.app.reduce(Action("push"), &session.draft)
    let change = session.draft.finish()
    let new = Screen(id: session.ids[1], route: "counter", params: ["count": 1], state: ["count": 1])
    #expect(change.edits == [.insert(new, into: "root", at: 1)])
    #expect(change.outputs == [SentOutput(name: "push", value: ["count": 1])])
    #expect(session.states == [["count": 1], ["count": 1]])
  }

  @Test("Push with a route starts the screen at its param and sends no output")
  func pushesRoute() throws {
    #expect(try session.send(Self.push(5)) == [])
    #expect(try session.send(Action("push", ["route": "counter"])) == [])
    #expect(try session.send(Self.push(nil)) == [])
    #expect(session.states == [["count": 0], ["count": 5], ["count": 0], ["count": 0]])
  }

  @Test("A lower screen is addressed by its id, and its push goes on top")
  func addressesScreen() throws {
    try session.send(Action("push"))
    let first = session.ids[0]
    try session.send(Action("increment", ["source": .string(first)]))
    try session.send(Action("screen", ["id": .string(first), "action": ["type": "increment"]]))
    #expect(session.states == [["count": 2], ["count": 0]])
    try session.send(Action("push", ["source": .string(first)]))
    #expect(session.states == [["count": 2], ["count": 0], ["count": 2]])
  }

  @Test(
    "A field that the action does not have is rejected",
    arguments: [
      Action("increment", ["by": 2]), Action("decrement", ["count": 1]), Action("push", ["params": ["count": 1]]),
    ])
  func unknownMember(action: Action) throws {
    let refused = try #require(session.refusal(of: action))
    #expect(refused.refusal.kind == .invalid)
    #expect(refused.refusal.code == "unknown-field")
    #expect(refused.faults.map(\.pointer) == [JSONPointer().appending(name: action.fields.names[1])])
    #expect(session.states == [["count": 0]])
  }
}

@Suite("The JSON of a counter screen")
struct CounterStateTests {
  @Test("The state of a counter screen is decoded from its own JSON", arguments: [0, 42, Int.max, Int.min])
  func roundTrip(count: Int) throws {
    let state = CounterState(count: count)
    #expect(state.json.text == "{\"count\":\(count)}")
    #expect(try CounterState(json: state.json) == state)
  }

  @Test(
    "Other JSON values are rejected as the state of a counter screen",
    arguments: [nil, [], [:], 1, ["count": "1"], ["count": nil], ["count": 1.5], ["count": 1, "by": 1]] as [JSONValue])
  func mismatch(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try CounterState(json: json) }
  }
}
