import AppTesting
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

  @Test("begins with one screen at 0")
  func begins() {
    #expect(session.draft.tree.root.kind == .stack)
    #expect(session.routes == ["counter"])
    #expect(session.states == [["count": 0]])
    #expect(session.draft.tree.data == [:])
  }

  @Test("increment and decrement change the current screen and send nothing out")
  func counts() throws {
    #expect(try session.send(Action("increment"), Action("increment")) == [])
    #expect(session.states == [["count": 2]])
    #expect(try session.send(Action("decrement")) == [])
    #expect(session.states == [["count": 1]])
  }

  @Test("push without a route: the output and the screen that answers it are one change")
  func pushes() throws {
    try session.send(Action("increment"))
    try session.app.reduce(Action("push"), &session.draft)
    let change = session.draft.finish()
    let new = Screen(id: session.ids[1], route: "counter", params: ["count": 1], state: ["count": 1])
    #expect(change.edits == [.insert(new, into: "root", at: 1)])
    #expect(change.outputs == [SentOutput(name: "push", value: ["count": 1])])
    #expect(session.states == [["count": 1], ["count": 1]])
  }

  @Test("push with a route is the general one: the screen starts at its param, and nothing is sent out")
  func pushesRoute() throws {
    #expect(try session.send(Self.push(5)) == [])
    #expect(try session.send(Action("push", ["route": "counter"])) == [])
    #expect(try session.send(Self.push(nil)) == [])
    #expect(session.states == [["count": 0], ["count": 5], ["count": 0], ["count": 0]])
  }

  @Test("each screen counts for itself, and pop comes back to what was")
  func keepsCounts() throws {
    try session.send(Action("increment"), Action("push"), Action("increment"), Action("push"), Action("decrement"))
    #expect(session.states == [["count": 1], ["count": 2], ["count": 1]])
    try session.send(Action("pop"))
    #expect(session.states == [["count": 1], ["count": 2]])
    try session.send(Action("pop"))
    #expect(session.states == [["count": 1]])
    #expect(session.refusal(of: Action("pop"))?.refusal.code == "nothing-to-pop")
  }

  @Test("a batch of which one is refused leaves nothing behind, no output either")
  func batch() throws {
    let before = session.draft.tree
    #expect(throws: Refused.self) {
      try session.send(Action("increment"), Action("push"), Action("pop"), Action("pop"))
    }
    #expect(session.draft.tree == before)
    #expect(session.draft.isEmpty)
  }

  @Test("an action for a screen that is gone is refused")
  func gone() throws {
    try session.send(Action("push"))
    let top = session.ids[1]
    try session.send(Action("pop"))
    let late = Action("screen", ["id": .string(top), "action": ["type": "increment"]])
    #expect(session.refusal(of: late)?.refusal.code == "screen-gone")
    #expect(session.states == [["count": 0]])
  }

  @Test("a lower screen is reached by its id, and its push goes on top")
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
    "a member that the action does not have is refused",
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

  @Test("a param that is no integer, or has another name, is refused")
  func badParams() {
    #expect(session.refusal(of: Self.push("1"))?.faults.map(\.pointer.text) == ["/params/count"])
    #expect(session.refusal(of: Self.push(1.5))?.faults.map(\.pointer.text) == ["/params/count"])
    let misspelt = Action("push", ["route": "counter", "params": ["cuont": 1]])
    #expect(session.refusal(of: misspelt)?.faults.map(\.pointer.text) == ["/params/cuont"])
    #expect(session.routes == ["counter"])
  }

  @Test("an action of nobody is refused with those that there are")
  func unknownAction() throws {
    let refused = try #require(session.refusal(of: Action("double")))
    #expect(refused.refusal.kind == .invalid)
    for type in ["increment", "decrement", "push", "pop"] { #expect(refused.refusal.detail.contains("\"\(type)\"")) }
  }

  @Test("the count ends where 64 bits end, as a refusal by the state")
  func ends() throws {
    try session.send(Self.push(.integer(.max)))
    let refused = try #require(session.refusal(of: Action("increment")))
    #expect(refused.refusal.code == "count-overflow")
    #expect(refused.refusal.kind == .state)
    #expect(session.states.last == ["count": .integer(.max)])
    try session.send(Action("decrement"))
    #expect(session.states.last == ["count": .integer(.max - 1)])
  }
}

@Suite("What a counter screen looks like in JSON")
struct CounterStateTests {
  @Test("is read as it is written", arguments: [0, 42, Int.max, Int.min])
  func roundTrip(count: Int) throws {
    let state = CounterState(count: count)
    #expect(state.json.text == "{\"count\":\(count)}")
    #expect(try CounterState(json: state.json) == state)
  }

  @Test(
    "nothing else is read as one",
    arguments: [nil, [], [:], 1, ["count": "1"], ["count": nil], ["count": 1.5], ["count": 1, "by": 1]] as [JSONValue])
  func mismatch(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try CounterState(json: json) }
  }
}
