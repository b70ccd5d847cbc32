import JSON
import Testing

@testable import Navigation

@Suite struct OutcomeTests {
  @Test(
    "An invalid action is rejected with 422 and the code of its fault",
    arguments: [
      (["type": "fly"], "422 unknown-action"), (["type": "push"], "422 missing-field"),
      (["type": "push", "route": "x"], "422 unknown-route"), (["type": "push", "route": 5], "422 bad-field"),
      (["type": "push", "route": "item", "params": []], "422 bad-field"),
      (["type": "push", "route": "item", "parms": [:]], "422 unknown-field"),
      (["type": "pop", "target": 5], "422 bad-field"), (["type": "pop", "count": 1.5], "422 bad-field"),
      (["type": "popTo", "route": "x"], "422 unknown-route"), (["type": "setParams"], "422 missing-field"),
      (["type": "navigate", "route": "x"], "422 unknown-route"), (["type": "remove"], "422 missing-field"),
      (["type": 5], "422 not-an-action"), ([:], "422 not-an-action"),
    ] as [(JSONObject, String)])
  func invalid(action: JSONObject, answer: String) throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: .object(action)) == answer)
  }

  @Test("An action that is not an object is rejected")
  func notAnObject() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: "pop") == "422 not-an-action")
  }

  @Test(
    "Params that do not fit the types of the route are rejected with a pointer",
    arguments: [
      ([:], "/params/id"), (["id": 5], "/params/id"), (["id": "a", "n": "b"], "/params/n"),
      (["id": "a", "n": 1.5], "/params/n"), (["id": "a", "x": 1], "/params/x"), (["id": .null], "/params/id"),
    ] as [(JSONObject, String)], ["push", "replace", "navigate", "route"])
  func badParams(given: (params: JSONObject, pointer: String), type: String) throws {
    var journey = try Journey(at: three)
    let refused = journey.refusal(
      of: ["type": .string(type), "route": "typed", "params": .object(given.params)])
    #expect(refused?.refusal.code == "bad-params")
    #expect(refused?.faults.map(\.pointer.description) == [given.pointer])
  }

  @Test(
    "Params that fit the types of the route are accepted",
    arguments: [["id": "a"], ["id": "a", "n": 1], ["id": "a", "n": 2.0], ["n": .null, "id": ""]] as [JSONObject])
  func goodParams(params: JSONObject) throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "typed", "params": .object(params)])
    #expect(journey.tree.current == Screen(id: "a1", route: "typed", params: params))
  }

  @Test("Invalid params for an existing screen are rejected with a pointer")
  func badParamsOfPresentScreen() throws {
    var journey = try Journey(at: [["id": "x", "route": "typed", "params": ["id": "a"]]])
    let bad: JSONValue = ["id": 5]
    for (fields, pointer): (JSONObject, String) in [
      (["type": "setParams", "params": bad], "/params/id"), (["type": "replaceParams", "params": bad], "/params/id"),
      (["type": "popTo", "route": "typed", "params": bad], "/params/id"),
      (["type": "popTo", "index": 0, "params": bad], "/params"),
      (["type": "navigate", "route": "typed", "params": bad, "merge": true], "/params/id"),
    ] {
      let refused = journey.refusal(of: .object(fields))
      #expect(refused?.refusal.code == "bad-params")
      #expect(refused?.faults.map(\.pointer.description) == [pointer], "\(fields)")
    }
  }

  @Test("A batch with an invalid action is rolled back as a whole")
  func batch() throws {
    var journey = try Journey(at: three)
    let former = journey.tree
    #expect(throws: ActionError.self) {
      try journey.send(["type": "push", "route": "flow"], ["type": "popTo", "index": 0], ["type": "fly"])
    }
    #expect(journey.tree == former)
  }

  @Test("The ids of a refused change are used again, those of a completed change are not")
  func ids() throws {
    var journey = try Journey(at: three)
    #expect(throws: ActionError.self) { try journey.send(["type": "push", "route": "item"], ["type": "fly"]) }
    try journey.send(["type": "push", "route": "item"])
    try journey.send(["type": "pop"])
    try journey.send(["type": "push", "route": "item"])
    #expect(journey.outline == "h:home i:item n:note a2:item")
  }
}

@Suite struct ScreenActionTests {
  @Test("`setState` merges into the state of a screen without a reducer")
  func setState() throws {
    var journey = try Journey(at: [["id": "h", "route": "home", "state": ["a": 1, "b": ["c": 2]]]])
    try journey.send(["type": "setState", "state": ["a": .null, "b": ["d": 3]]])
    #expect(journey.tree.current.state == ["b": ["c": 2, "d": 3]])
    #expect(try journey.send(["type": "setState", "state": ["a": .null]]) == [])
  }

  @Test("`setState` without a state is rejected")
  func setStateMissing() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "setState"]) == "422 missing-field")
  }

  @Test("`screen` sends an action to the screen that it names, or else to the current one")
  func screen() throws {
    var journey = try Journey(at: nested)
    let inner: JSONValue = ["type": "setState", "state": ["n": 1]]
    try journey.send(["type": "screen", "id": "h", "action": inner], ["type": "screen", "action": inner])
    #expect(journey.tree.screen("h")?.state == ["n": 1])
    #expect(journey.tree.screen("t")?.state == ["n": 1])
    #expect(journey.tree.screen("s")?.state == [:])
  }

  @Test("`screen` with the id of an absent screen is refused")
  func screenGone() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "screen", "id": "x", "action": ["type": "any"]]) == "409 screen-gone")
    #expect(journey.answer(to: ["type": "screen", "id": "h", "action": ["type": "any"]]) == "422 unknown-action")
  }

  @Test(
    "The pointer to a fault of the action inside `screen` leads into that action",
    arguments: [([:], "/action/type"), (["type": "any"], "/action/type"), (["type": "setState"], "/action/state")]
      as [(JSONObject, String)])
  func innerFault(action: JSONObject, pointer: String) throws {
    var journey = try Journey(at: three)
    let refused = journey.refusal(of: ["type": "screen", "action": .object(action)])
    #expect(refused?.faults.map(\.pointer.description) == [pointer])
  }
}
