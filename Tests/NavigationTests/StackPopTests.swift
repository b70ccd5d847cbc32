import JSON
import Testing

@testable import Navigation

@Suite struct StackPopTests {
  @Test(
    "`pop` removes `count` screens from the top and stops at the first screen",
    arguments: [(1, "h:home i:item"), (2, "h:home"), (3, "h:home"), (9_000_000_000, "h:home")])
  func count(count: Int64, outline: String) throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "pop", "count": .integer(count)])
    #expect(journey.outline == outline)
  }

  @Test("`pop` with a `count` below 1 is rejected", arguments: [0, -1])
  func badCount(count: Int64) throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "pop", "count": .integer(count)]) == "422 bad-field")
  }

  @Test("`pop` with a `source` removes that screen and those below it, and keeps those above")
  func source() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "pop", "source": "i"])
    #expect(journey.outline == "h:home n:note")
    try journey.send(["type": "push", "route": "item"], ["type": "push", "route": "item"])
    try journey.send(["type": "pop", "source": "a1", "count": 2])
    #expect(journey.outline == "h:home a2:item")
  }

  @Test("The first screen is never popped", arguments: ["pop", "popToRoot"])
  func first(type: String) throws {
    var journey = try Journey(at: [["id": "h", "route": "home"]])
    #expect(journey.answer(to: ["type": .string(type)]) == "409 nothing-to-pop")
  }

  @Test("`pop` and `goBack` with the first screen as `source` are refused")
  func firstAsSource() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "pop", "source": "h"]) == "409 nothing-to-pop")
    #expect(journey.answer(to: ["type": "goBack", "source": "h"]) == "409 nothing-to-go-back-to")
  }

  @Test("`popToRoot` leaves only the first screen")
  func popToRoot() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "popToRoot"])
    #expect(journey.outline == "h:home")
  }

  @Test("`goBack` pops the top screen, or its `source`")
  func goBack() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "goBack", "source": "i"])
    #expect(journey.outline == "h:home n:note")
    try journey.send(["type": "goBack", "result": 1])
    #expect(journey.outline == "h:home")
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test(
    "`popTo` makes the nearest match the top screen",
    arguments: [
      (["route": "home"], "h:home"), (["id": "i"], "h:home i:item"), (["index": 0], "h:home"),
      (["route": "item", "params": ["n": 1]], "h:home i:item{\"n\":1}"),
    ] as [(JSONObject, String)])
  func popTo(match: JSONObject, outline: String) throws {
    var journey = try Journey(at: three)
    try journey.send(action("popTo", match))
    #expect(journey.outline == outline)
  }

  @Test(
    "`popTo` with a match on top changes nothing",
    arguments: [["route": "note"], ["id": "n"], ["index": 2]] as [JSONObject])
  func popToTop(match: JSONObject) throws {
    var journey = try Journey(at: three)
    #expect(try journey.send(action("popTo", match)) == [])
  }

  @Test(
    "`popTo` without a match is refused",
    arguments: [["route": "page"], ["id": "x"], ["index": 3], ["index": -1], ["id": "x", "ifAbsent": "push"]]
      as [JSONObject])
  func popToAbsent(match: JSONObject) throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: action("popTo", match)) == "409 nothing-to-pop-to")
  }

  @Test(
    "`popTo` with `ifAbsent` opens a route without a match",
    arguments: [("push", "h:home i:item n:note a1:user{\"id\":1}"), ("replace", "h:home i:item a1:user{\"id\":1}")])
  func ifAbsent(choice: String, outline: String) throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "popTo", "route": "user", "params": ["id": 1], "ifAbsent": .string(choice)])
    #expect(journey.outline == outline)
  }

  @Test("`popTo` with an identity matches only the screen of that identity")
  func popToIdentity() throws {
    var journey = try Journey(at: [
      ["id": "x", "route": "user", "params": ["id": 1]], ["id": "y", "route": "user", "params": ["id": 2]],
      ["id": "h", "route": "home"],
    ])
    #expect(
      journey.answer(to: ["type": "popTo", "route": "user", "params": ["id": 3]]) == "409 nothing-to-pop-to")
    try journey.send(["type": "popTo", "route": "user", "params": ["id": 1]])
    #expect(journey.outline == "x:user{\"id\":1}")
  }

  @Test("`popTo` searches downward from its `source`, and the match becomes the top screen")
  func popToFromSource() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "popTo", "route": "note", "source": "i"]) == "409 nothing-to-pop-to")
    try journey.send(["type": "popTo", "route": "home", "source": "i"])
    #expect(journey.outline == "h:home")
  }

  @Test(
    "`popTo` with `ifAbsent` opens a route at its `source` and removes the screens above",
    arguments: [("push", "h:home i:item a1:page"), ("replace", "h:home a1:page")])
  func ifAbsentFromSource(choice: String, outline: String) throws {
    var journey = try Journey(.open, at: three)
    try journey.send(["type": "popTo", "route": "page", "source": "i", "ifAbsent": .string(choice)])
    #expect(journey.outline == outline)
  }

  @Test("`popTo` with `ifAbsent` opens an identity that only a screen above its `source` has")
  func ifAbsentIdentityAbove() throws {
    var journey = try Journey(at: [
      ["id": "h", "route": "home"], ["id": "i", "route": "item"], ["id": "x", "route": "once", "params": ["id": 1]],
    ])
    try journey.send(["type": "popTo", "route": "once", "params": ["id": 1], "source": "i", "ifAbsent": "push"])
    #expect(journey.outline == "h:home i:item a1:once{\"id\":1}")
  }

  @Test("`popTo` needs exactly one of `route`, `id` and `index`")
  func popToFields() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "popTo"]) == "422 missing-field")
    #expect(journey.answer(to: ["type": "popTo", "id": "h", "index": 0]) == "422 bad-field")
    #expect(journey.answer(to: ["type": "popTo", "route": "home", "ifAbsent": "x"]) == "422 bad-field")
  }

  private func action(_ type: String, _ fields: JSONObject) -> JSONValue { .object(Action(type, fields).fields) }
}

extension App {
  /// An app of four routes without further declarations.
  static let open = App(
    "open", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: ["home", "item", "note", "page"].map { Route($0) })
}
