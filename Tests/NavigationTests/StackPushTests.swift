import JSON
import Testing

@testable import Navigation

@Suite struct StackPushTests {
  @Test("A push adds a screen with a new id on top")
  func push() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "item", "params": ["n": 1]])
    #expect(journey.outline == "h:home i:item n:note a1:item{\"n\":1}")
  }

  @Test("A route without an identity can be in a stack several times")
  func pushSame() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "note"], ["type": "push", "route": "note"])
    #expect(journey.outline == "h:home i:item n:note a1:note a2:note")
  }

  @Test("A push merges its params over the initial params of the route")
  func initialParams() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "page"], ["type": "push", "route": "page", "params": ["page": 2]])
    let params = journey.tree.root.screens.suffix(2).map { JSONValue.object($0.params) }
    #expect(params == [["size": 10, "page": 1], ["size": 10, "page": 2]])
  }

  @Test("A push of a route with content creates its container with the initial screen")
  func content() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "flow"])
    #expect(journey.outline == "h:home i:item n:note a1:flow[a2| a3:step]")
  }

  @Test("`route` with the name of a route pushes a screen in a stack")
  func route() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "route", "route": "item", "params": ["n": 1]])
    #expect(journey.outline == "h:home i:item n:note a1:item{\"n\":1}")
  }

  @Test(
    "A push of an identity that is in the stack follows the route's `onDuplicate`",
    arguments: [
      ("user", "h:home n:note x:user{\"id\":1,\"n\":2}"),
      ("back", "h:home x:back{\"id\":1,\"n\":2}"),
      ("keep", "h:home x:keep{\"id\":1} n:note"),
    ])
  func onDuplicate(route: String, outline: String) throws {
    var journey = try Journey(at: withIdentity(route))
    try journey.send(["type": "push", "route": .string(route), "params": ["id": 1, "n": 2]])
    #expect(journey.outline == outline)
  }

  @Test("A push of a duplicate is refused if `onDuplicate` is `refuse`")
  func refusesDuplicate() throws {
    var journey = try Journey(at: withIdentity("once"))
    #expect(journey.answer(to: ["type": "push", "route": "once", "params": ["id": 1]]) == "409 duplicate")
  }

  @Test("A push of another identity adds a screen", arguments: ["user", "back", "keep", "once"])
  func otherIdentity(route: String) throws {
    var journey = try Journey(at: withIdentity(route))
    try journey.send(["type": "push", "route": .string(route), "params": ["id": 2]])
    #expect(journey.outline == "h:home x:\(route){\"id\":1} n:note a1:\(route){\"id\":2}")
  }

  @Test("A push without params keeps those of the screen that it moves to the top")
  func movesWithParams() throws {
    var journey = try Journey(at: [["id": "x", "route": "single", "params": ["n": 1]], ["id": "h", "route": "home"]])
    try journey.send(["type": "push", "route": "single"])
    #expect(journey.outline == "h:home x:single{\"n\":1}")
  }

  @Test("A push of a duplicate on top with the same params changes nothing")
  func duplicateOnTop() throws {
    var journey = try Journey(at: [["id": "x", "route": "user", "params": ["id": 1]]])
    #expect(try journey.send(["type": "push", "route": "user", "params": ["id": 1]]) == [])
  }

  @Test("A push without the param of the identity is not a duplicate")
  func unnamedIdentity() throws {
    var journey = try Journey(at: [["id": "x", "route": "user"]])
    try journey.send(["type": "push", "route": "user"])
    #expect(journey.outline == "x:user a1:user")
  }

  @Test("Only the routes in the `to` of a screen can be opened from it")
  func destinations() throws {
    var journey = try Journey(at: [["id": "x", "route": "narrow"]])
    #expect(journey.answer(to: ["type": "push", "route": "home"]) == "409 destination-not-allowed")
    #expect(journey.answer(to: ["type": "replace", "route": "home"]) == "409 destination-not-allowed")
    #expect(journey.answer(to: ["type": "insert", "route": "home", "index": 0]) == "409 destination-not-allowed")
    try journey.send(["type": "push", "route": "item"])
    #expect(journey.outline == "x:narrow a1:item")
  }

  @Test("`to` does not apply to `popTo`")
  func destinationsBack() throws {
    var journey = try Journey(at: [["id": "h", "route": "home"], ["id": "x", "route": "narrow"]])
    try journey.send(["type": "popTo", "route": "home"])
    #expect(journey.outline == "h:home")
  }

  private func withIdentity(_ route: String) -> JSONValue {
    [
      ["id": "h", "route": "home"], ["id": "x", "route": .string(route), "params": ["id": 1]],
      ["id": "n", "route": "note"],
    ]
  }
}
