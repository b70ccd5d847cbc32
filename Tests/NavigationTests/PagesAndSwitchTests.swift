import JSON
import Testing

@testable import Navigation

@Suite struct PagesAndSwitchTests {
  @Test("Pages have no history for `goBack`")
  func pages() throws {
    var journey = try Journey(.four(.pages))
    try journey.send(["type": "select", "route": "d"])
    #expect(journey.focus == "d")
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test("Removing a page keeps the selected one, or selects a neighbour in its place")
  func remove() throws {
    var journey = try Journey(.four(.pages, initial: "c"))
    try journey.send(["type": "remove", "id": "a1"])
    #expect(journey.focus == "c")
    try journey.send(["type": "remove", "id": "a5"])
    #expect(journey.focus == "d")
    try journey.send(["type": "remove", "id": "a6"])
    #expect(journey.focus == "b")
  }

  @Test("`switchTo` discards the child of a switch with its content, also for the same route")
  func switchTo() throws {
    var journey = try Journey(.four(.switch, initial: "a"))
    #expect(journey.outline == "a1:a[a2| a3:step]")
    try journey.send(["type": "push", "route": "step"], ["type": "switchTo", "route": "a"])
    #expect(journey.outline == "a5:a[a6| a7:step]")
    try journey.send(["type": "select", "route": "b", "params": ["k": 1]])
    #expect(journey.outline == "a8:b{\"n\":1,\"k\":1}")
    #expect(try journey.send(["type": "select", "route": "b"]) == [])
    #expect(journey.answer(to: ["type": "switchTo", "route": "step"]) == "409 route-not-taken")
    #expect(journey.answer(to: ["type": "remove", "id": "a8"]) == "409 last-screen")
  }

  @Test("A new child of a switch can have the former child's identity, but not a presented one's")
  func switchIdentity() throws {
    var journey = try Journey(.four(.switch))
    let switching: JSONValue = ["type": "switchTo", "route": "c", "params": ["id": 1]]
    try journey.send(switching)
    try journey.send(switching)
    #expect(journey.outline == "a3:c{\"id\":1}")
    try journey.send(["type": "present", "route": "c", "params": ["id": 2]])
    #expect(journey.answer(to: ["type": "switchTo", "route": "c", "params": ["id": 2]]) == "409 duplicate")
  }

  @Test("`route` follows the declared presentation of the route", arguments: ["switch", "select", "push", "sheet"])
  func ways(way: String) throws {
    let app = App(
      "ways", version: 1, root: ContainerDefinition(kind: way == "push" ? .stack : .switch, initial: "x"),
      routes: [Route("x"), Route("y", presentation: try #require(Route.Presentation(way)))])
    var journey = try Journey(app)
    try journey.send(["type": "route", "route": "y", "params": ["n": 1]])
    let expected = ["push": "a1:x a2:y{\"n\":1}", "sheet": "a1:x ^sheet a2:y{\"n\":1}"][way] ?? "a2:y{\"n\":1}"
    #expect(journey.outline == expected)
  }
}
