import JSON
import Testing

@testable import Navigation

@Suite struct StackPopTests {
  @Test(
    "A pop removes the top ones and stops at the first",
    arguments: [(1, "h:home i:item"), (2, "h:home"), (3, "h:home"), (9_000_000_000, "h:home")])
  func count(count: Int64, outline: String) throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "pop", "count": .integer(count)])
    #expect(journey.outline == outline)
  }

  @Test("A count below 1 is not a count", arguments: [0, -1])
  func badCount(count: Int64) throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "pop", "count": .integer(count)]) == "422 bad-field")
  }

  @Test("With `source` that screen goes and those below it, and those above stay")
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

  @Test("The first screen is not popped as a source either")
  func firstAsSource() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "pop", "source": "h"]) == "409 nothing-to-pop")
    #expect(journey.answer(to: ["type": "goBack", "source": "h"]) == "409 nothing-to-go-back-to")
  }

  @Test("popToRoot leaves the first screen")
  func popToRoot() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "popToRoot"])
    #expect(journey.outline == "h:home")
  }

  @Test("goBack pops one screen, that of `source` when it is named")
  func goBack() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "goBack", "source": "i"])
    #expect(journey.outline == "h:home n:note")
    try journey.send(["type": "goBack", "result": 1])
    #expect(journey.outline == "h:home")
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test(
    "popTo makes the nearest match the top",
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
    "popTo to what is on top changes nothing",
    arguments: [["route": "note"], ["id": "n"], ["index": 2]] as [JSONObject])
  func popToTop(match: JSONObject) throws {
    var journey = try Journey(at: three)
    #expect(try journey.send(action("popTo", match)) == [])
  }

  @Test(
    "popTo refuses what is not there",
    arguments: [["route": "page"], ["id": "x"], ["index": 3], ["index": -1], ["id": "x", "ifAbsent": "push"]]
      as [JSONObject])
  func popToAbsent(match: JSONObject) throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: action("popTo", match)) == "409 nothing-to-pop-to")
  }

  @Test(
    "popTo opens what is absent when it is asked to",
    arguments: [("push", "h:home i:item n:note a1:user{\"id\":1}"), ("replace", "h:home i:item a1:user{\"id\":1}")])
  func ifAbsent(choice: String, outline: String) throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "popTo", "route": "user", "params": ["id": 1], "ifAbsent": .string(choice)])
    #expect(journey.outline == outline)
  }

  @Test("With a route's identity only the screen with that identity matches")
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

  @Test("popTo looks downward from its source, and what matches becomes the top")
  func popToFromSource() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "popTo", "route": "note", "source": "i"]) == "409 nothing-to-pop-to")
    try journey.send(["type": "popTo", "route": "home", "source": "i"])
    #expect(journey.outline == "h:home")
  }

  @Test(
    "popTo with a source opens what is absent there, and what lies above the source goes",
    arguments: [("push", "h:home i:item a1:page"), ("replace", "h:home a1:page")])
  func ifAbsentFromSource(choice: String, outline: String) throws {
    var journey = try Journey(.open, at: three)
    try journey.send(["type": "popTo", "route": "page", "source": "i", "ifAbsent": .string(choice)])
    #expect(journey.outline == outline)
  }

  @Test("popTo with a source opens a screen whose identity only one above the source has")
  func ifAbsentIdentityAbove() throws {
    var journey = try Journey(at: [
      ["id": "h", "route": "home"], ["id": "i", "route": "item"], ["id": "x", "route": "once", "params": ["id": 1]],
    ])
    try journey.send(["type": "popTo", "route": "once", "params": ["id": 1], "source": "i", "ifAbsent": "push"])
    #expect(journey.outline == "h:home i:item a1:once{\"id\":1}")
  }

  @Test("popTo needs one thing to look for, and no more than one")
  func popToFields() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "popTo"]) == "422 missing-field")
    #expect(journey.answer(to: ["type": "popTo", "id": "h", "index": 0]) == "422 bad-field")
    #expect(journey.answer(to: ["type": "popTo", "route": "home", "ifAbsent": "x"]) == "422 bad-field")
  }

  private func action(_ type: String, _ fields: JSONObject) -> JSONValue { .object(Action(type, fields).fields) }
}

extension App {
  /// Routes about which nothing is said.
  static let open = App(
    "open", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: ["home", "item", "note", "page"].map { Route($0) })
}
