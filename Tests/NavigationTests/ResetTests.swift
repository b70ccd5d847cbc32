import JSON
import Testing

@testable import Navigation

@Suite struct ResetTests {
  private func reset(_ screens: JSONValue, target: String? = nil) -> JSONValue {
    var action: JSONObject = ["type": "reset", "navigation": ["screens": screens]]
    action["target"] = target.map(JSONValue.string)
    return .object(action)
  }

  @Test("The `to` of the current screen must allow the new visible screen of a `reset`")
  func destination() throws {
    var journey = try Journey(at: [["id": "h", "route": "home"], ["id": "x", "route": "narrow"]])
    #expect(journey.answer(to: reset([["route": "home"]])) == "409 destination-not-allowed")
    #expect(journey.answer(to: reset([["route": "item"], ["route": "flow"]])) == "409 destination-not-allowed")
    // The visible screen stays the same.
    #expect(journey.answer(to: reset([["route": "page"], ["id": "x", "route": "narrow"]])) == "200")
    #expect(journey.answer(to: reset([["route": "page"], ["route": "item"]])) == "200")
  }

  @Test("Faults in many screens are named up to a limit")
  func manyFaults() throws {
    let route = Route("a", params: [Param("p", .string, optional: true)])
    var journey = try Journey(
      App("wide", version: 1, root: ContainerDefinition(kind: .stack, initial: "a"), routes: [route]))
    let wrong = JSONValue.object(JSONObject((0..<300).map { ("x\($0)", .null) }))
    let (one, other): (JSONValue, JSONValue) = (["route": "a", "params": wrong], ["route": "a", "params": ["x": 1]])
    for screens in [[one], Array(repeating: other, count: 300)] {
      #expect(journey.refusal(of: reset(.array(screens)))?.faults.count == 100)
    }
  }

  @Test("The new visible screen of a `reset` is the innermost one")
  func innermost() throws {
    var journey = try Journey(at: [["id": "x", "route": "narrow"]])
    let flow: JSONValue = ["route": "flow", "content": ["screens": [["route": "item"]]]]
    #expect(journey.answer(to: reset([flow])) == "200")
  }

  @Test("`to` does not apply to a `reset` of a container that is not visible")
  func outOfSight() throws {
    var journey = try Journey(at: [
      ["route": "flow", "content": ["id": "f", "screens": [["route": "item"]]]], ["route": "narrow"],
    ])
    #expect(journey.answer(to: reset([["route": "step"]])) == "409 destination-not-allowed")
    #expect(journey.answer(to: reset([["route": "step"]], target: "f")) == "200")
  }

  @Test("A `reset` cannot give another screen an id that the session has generated")
  func givenBefore() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "item"], ["type": "push", "route": "flow"])
    try journey.send(["type": "pop"], ["type": "pop"], ["type": "push", "route": "item"])
    #expect(journey.tree.current.id == "a5")
    for id in ["a1", "a2", "a3", "a4"] {
      let refused = journey.refusal(of: reset([["route": "home"], ["id": .string(id), "route": "item"]]))
      #expect(refused?.status == 422)
      #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens/1/id"])
    }
    #expect(journey.answer(to: reset([["id": "a5", "route": "note"]])) == "422 bad-navigation")
    #expect(
      journey.answer(to: reset([["id": "a5", "route": "flow", "content": ["id": "a6"]]])) == "422 bad-navigation")
    #expect(journey.answer(to: reset([["id": "a5", "route": "item"], ["id": "a9", "route": "item"]])) == "200")
    #expect(journey.answer(to: reset([["id": "a01", "route": "item"]])) == "200")
  }

  @Test("Screens and containers can keep their ids in a `reset`, also in another position")
  func kept() throws {
    var journey = try Journey()
    try journey.send(["type": "push", "route": "flow", "target": "root"], ["type": "push", "route": "item"])
    #expect(journey.outline == "a1:home a2:flow[a3| a4:step a5:item]")
    try journey.send(
      reset(
        [
          ["id": "a5", "route": "item"],
          ["id": "a2", "route": "flow", "content": ["id": "a3", "screens": [["route": "step"]]]],
        ],
        target: "root"))
    #expect(journey.outline == "a5:item a2:flow[a3| a6:step]")
  }

  @Test("A `reset` cannot use the id of a screen that was undone")
  func undone() throws {
    var journey = try Journey(at: three)
    let edits = try journey.send(["type": "push", "route": "item"])
    journey.draft.revert(edits)
    #expect(journey.answer(to: reset([["id": "a1", "route": "item"]])) == "422 bad-navigation")
  }
}
