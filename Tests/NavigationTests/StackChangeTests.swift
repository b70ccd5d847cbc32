import JSON
import Testing

@testable import Navigation

@Suite struct StackChangeTests {
  @Test("An action that changes a stack has the result of its rule", arguments: replacements + navigations + params)
  func examples(example: Example) throws { try example.check() }

  private static let replacements: [Example] = [
    Example(
      "`replace` puts a new screen in place of the top one",
      (["type": "replace", "route": "note"], "h:home i:item a1:note")),
    Example(
      "`replace` with a `source` puts a new screen in place of that one",
      (
        ["type": "replace", "route": "page", "params": ["page": 3], "source": "h"],
        #"a1:page{"size":10,"page":3} i:item n:note"#
      )),
    Example(
      "`insert` adds a screen at any valid index", in: .plain, at: [["id": "i", "route": "item"]],
      (["type": "insert", "route": "page", "index": -1], "409 index-out-of-range"),
      (["type": "insert", "route": "page", "index": 2], "409 index-out-of-range"),
      (["type": "insert", "route": "page", "index": 0], "a1:page i:item"),
      (["type": "insert", "route": "page", "index": 2], "a1:page i:item a2:page"),
      (["type": "insert", "route": "item"], "422 missing-field")),
    Example(
      "`remove` removes only the named screen",
      (["type": "remove", "id": "n"], "h:home i:item"), (["type": "remove", "id": "h"], "i:item")),
    Example(
      "`remove` reaches a screen in any container, but not the last one of a container", at: nested,
      (["type": "remove", "id": "s"], "h:home f:flow[c| t:step]"), (["type": "remove", "id": "t"], "409 last-screen"),
      (["type": "remove", "id": "x"], "409 screen-gone")),
  ]

  private static let navigations: [Example] = [
    Example(
      "`navigate` to the route on top changes only its params",
      (["type": "navigate", "route": "note", "params": ["n": 1]], #"h:home i:item n:note{"n":1}"#),
      (["type": "navigate", "route": "note"], "unchanged")),
    Example(
      "`navigate` to a route below the top pushes a new screen",
      (["type": "navigate", "route": "item"], "h:home i:item n:note a1:item")),
    Example(
      "`navigate` with `pop` goes back to a route below, or else pushes it",
      (["type": "navigate", "route": "item", "pop": true], "h:home i:item"),
      (["type": "navigate", "route": "note", "pop": true], "h:home i:item a1:note")),
    Example(
      "`navigate` with `pop` searches downward from its `source`",
      (["type": "push", "route": "item"], "h:home i:item n:note a1:item"),
      (["type": "navigate", "route": "note", "pop": true, "source": "i"], "h:home i:item n:note a1:item a2:note"),
      (["type": "navigate", "route": "home", "pop": true, "source": "i"], "h:home")),
    Example(
      "`navigate` to another identity of the route on top pushes a new screen",
      at: [["id": "x", "route": "user", "params": ["id": 1]]],
      (["type": "navigate", "route": "user", "params": ["id": 2]], #"x:user{"id":1} a1:user{"id":2}"#),
      (["type": "navigate", "route": "user", "params": ["id": 2, "n": 3]], #"x:user{"id":1} a1:user{"id":2,"n":3}"#)),
  ]

  private static let params: [Example] = [
    Example(
      "`setParams` merges params, and `replaceParams` replaces them",
      at: [["id": "h", "route": "home", "params": ["a": 1, "b": 2]]],
      (["type": "setParams", "params": ["a": 1.0]], "unchanged"),
      (["type": "setParams", "params": ["b": 3, "c": 4]], #"h:home{"a":1,"b":3,"c":4}"#),
      (["type": "replaceParams", "params": ["d": 5]], #"h:home{"d":5}"#)),
    Example(
      "`setParams` applies to the `source`, the screen in the `target`, or the current screen", at: nested,
      (
        [
          ["type": "setParams", "params": ["n": 1]], ["type": "setParams", "params": ["n": 2], "source": "h"],
          ["type": "setParams", "params": ["n": 3], "target": "root"],
        ],
        #"h:home{"n":2} f:flow{"n":3}[c| s:step t:step{"n":1}]"#
      )),
  ]

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
}

extension App {
  /// An app of two routes without further declarations.
  static let plain = App(
    "plain", version: 1, root: ContainerDefinition(kind: .stack, initial: "item"),
    routes: [Route("item"), Route("page")])
}
