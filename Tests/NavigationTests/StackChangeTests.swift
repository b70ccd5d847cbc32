import JSON
import Testing

@testable import Navigation

@Suite struct StackChangeTests {
  @Test("`replace` puts a new screen in place of the top one")
  func replace() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "replace", "route": "note"])
    #expect(journey.outline == "h:home i:item a1:note")
  }

  @Test("`replace` with a `source` puts a new screen in place of that one")
  func replaceSource() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "replace", "route": "page", "params": ["page": 3], "source": "h"])
    #expect(journey.outline == "a1:page{\"size\":10,\"page\":3} i:item n:note")
  }

  @Test(
    "`insert` adds a screen at any valid index",
    arguments: [(0, "a1:page i:item"), (1, "i:item a1:page"), (-1, "409"), (2, "409")])
  func insert(index: Int64, outline: String) throws {
    var journey = try Journey(.plain, at: [["id": "i", "route": "item"]])
    let answer = journey.answer(to: ["type": "insert", "route": "page", "index": .integer(index)])
    #expect(outline == "409" ? answer == "409 index-out-of-range" : journey.outline == outline)
  }

  @Test("`insert` without an index is rejected")
  func insertWithoutIndex() throws {
    var journey = try Journey(at: three)
    #expect(journey.answer(to: ["type": "insert", "route": "item"]) == "422 missing-field")
  }

  @Test("`remove` removes only the named screen", arguments: [("h", "i:item n:note"), ("n", "h:home i:item")])
  func remove(id: String, outline: String) throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "remove", "id": .string(id)])
    #expect(journey.outline == outline)
  }

  @Test("`remove` reaches a screen in any container, but not the last one of a container")
  func removeNested() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "remove", "id": "s"])
    #expect(journey.outline == "h:home f:flow[c| t:step]")
    #expect(journey.answer(to: ["type": "remove", "id": "t"]) == "409 last-screen")
    #expect(journey.answer(to: ["type": "remove", "id": "x"]) == "409 screen-gone")
  }

  @Test("A `remove` of an absent screen changes nothing if it is `reported`")
  func removeReported() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "remove", "id": "s", "reported": true])
    let tree = journey.tree
    for id in ["s", "x"] {
      try journey.send(["type": "remove", "id": .string(id), "reported": true, "source": "s"])
      #expect(journey.answer(to: ["type": "remove", "id": .string(id), "reported": false]) == "409 screen-gone")
    }
    #expect(journey.tree.root == tree.root)
    #expect(journey.answer(to: ["type": "remove", "id": "t", "reported": true]) == "409 last-screen")
    #expect(journey.answer(to: ["type": "remove", "id": "x", "reported": 1]) == "422 bad-field")
    #expect(journey.answer(to: ["type": "remove", "id": "x", "report": true]) == "422 unknown-field")
  }

  @Test("`remove` of a presented screen keeps the screens over it")
  func removePresented() throws {
    var journey = try Journey(at: three, presented: sheet)
    try journey.send(["type": "present", "route": "item"], ["type": "remove", "id": "p"])
    #expect(journey.outline == "h:home i:item n:note ^sheet a1:item")
    try journey.send(["type": "remove", "id": "a1"])
    #expect(journey.tree.root.presented == [])
  }

  @Test("`navigate` with `merge` keeps the params of a screen that it brings to the top", arguments: ["page", "sheet"])
  func mergeBelow(route: String) throws {
    let app = App(
      "merge", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
      routes: [
        Route("home"), Route("page", initialParams: ["size": 10, "n": 0], identity: .param("id")),
        Route("sheet", initialParams: ["size": 10, "n": 0], identity: .param("id"), onDuplicate: .popTo),
      ])
    var journey = try Journey(
      app, at: [["id": "x", "route": .string(route), "params": ["id": 1, "n": 7]], ["id": "h", "route": "home"]])
    try journey.send(["type": "navigate", "route": .string(route), "params": ["id": 1, "q": 2], "merge": true])
    #expect(journey.tree.current == Screen(id: "x", route: route, params: ["size": 10, "id": 1, "n": 7, "q": 2]))
    try journey.send(["type": "push", "route": "home"])
    try journey.send(["type": "navigate", "route": .string(route), "params": ["id": 1, "q": 3]])
    #expect(journey.tree.current.params == ["size": 10, "id": 1, "n": 0, "q": 3])
  }

  @Test("`navigate` to the route on top changes only its params")
  func navigateOnTop() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "navigate", "route": "note", "params": ["n": 1]])
    #expect(journey.outline == "h:home i:item n:note{\"n\":1}")
    #expect(try journey.send(["type": "navigate", "route": "note"]) == [])
  }

  @Test("`navigate` to a route below the top pushes a new screen")
  func navigateBelow() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "navigate", "route": "item"])
    #expect(journey.outline == "h:home i:item n:note a1:item")
  }

  @Test("`navigate` with `pop` goes back to a route below, or else pushes it")
  func navigatePop() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "navigate", "route": "item", "pop": true])
    #expect(journey.outline == "h:home i:item")
    try journey.send(["type": "navigate", "route": "note", "pop": true])
    #expect(journey.outline == "h:home i:item a1:note")
  }

  @Test("`navigate` with `pop` searches downward from its `source`")
  func navigatePopSource() throws {
    var journey = try Journey(at: three)
    try journey.send(["type": "push", "route": "item"])
    try journey.send(["type": "navigate", "route": "note", "pop": true, "source": "i"])
    #expect(journey.outline == "h:home i:item n:note a1:item a2:note")
    try journey.send(["type": "navigate", "route": "home", "pop": true, "source": "i"])
    #expect(journey.outline == "h:home")
  }

  @Test("`navigate` to another identity of the route on top pushes a new screen")
  func navigateIdentity() throws {
    var journey = try Journey(at: [["id": "x", "route": "user", "params": ["id": 1]]])
    try journey.send(["type": "navigate", "route": "user", "params": ["id": 2]])
    try journey.send(["type": "navigate", "route": "user", "params": ["id": 2, "n": 3]])
    #expect(journey.outline == "x:user{\"id\":1} a1:user{\"id\":2,\"n\":3}")
  }

  @Test(
    "The params of a screen reached again are kept, replaced over the initial ones, or merged",
    arguments: [
      ([:], ["size": 10, "page": 7, "q": 1]), (["params": [:]], ["size": 10, "page": 1]),
      (["params": ["z": 2]], ["size": 10, "page": 1, "z": 2]),
      (["params": ["z": 2], "merge": true], ["size": 10, "page": 7, "q": 1, "z": 2]),
    ] as [(JSONObject, JSONObject)], ["navigate", "popTo"])
  func mergeRules(given: (fields: JSONObject, params: JSONObject), type: String) throws {
    var journey = try Journey(at: [["id": "x", "route": "page", "params": ["page": 7, "q": 1]]])
    var fields = given.fields
    fields["route"] = "page"
    try journey.send(.object(Action(type, fields).fields))
    #expect(journey.tree.current == Screen(id: "x", route: "page", params: given.params))
  }

  @Test("`setParams` merges params, and `replaceParams` replaces them")
  func setParams() throws {
    var journey = try Journey(at: [["id": "h", "route": "home", "params": ["a": 1, "b": 2]]])
    try journey.send(["type": "setParams", "params": ["b": 3, "c": 4]])
    #expect(journey.outline == "h:home{\"a\":1,\"b\":3,\"c\":4}")
    try journey.send(["type": "replaceParams", "params": ["d": 5]])
    #expect(journey.outline == "h:home{\"d\":5}")
  }

  @Test("`setParams` applies to the `source`, the screen in the `target`, or the current screen")
  func setParamsWhere() throws {
    var journey = try Journey(at: nested)
    try journey.send(
      ["type": "setParams", "params": ["n": 1]], ["type": "setParams", "params": ["n": 2], "source": "h"],
      ["type": "setParams", "params": ["n": 3], "target": "root"])
    #expect(journey.outline == "h:home{\"n\":2} f:flow{\"n\":3}[c| s:step t:step{\"n\":1}]")
  }

  @Test("`setParams` with equal params changes nothing")
  func setSameParams() throws {
    var journey = try Journey(at: [["id": "h", "route": "home", "params": ["a": 1]]])
    #expect(try journey.send(["type": "setParams", "params": ["a": 1.0]]) == [])
  }
}

extension App {
  /// An app of two routes without further declarations.
  static let plain = App(
    "plain", version: 1, root: ContainerDefinition(kind: .stack, initial: "item"),
    routes: [Route("item"), Route("page")])
}
