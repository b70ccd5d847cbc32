import JSON
import Reduction
import Testing

@testable import Navigation

@Suite struct EditTests {
  static let screen = Screen(
    id: "z", route: "flow", params: ["é": 1], state: ["n": .null],
    content: Container(
      id: "y", kind: .stack, screens: [Screen(id: "w", route: "step")],
      presented: [Presented(style: .alert, screen: Screen(id: "v", route: "note", state: 1.5))]))

  static let timer = Timer(
    id: "t12", screen: "s", effect: "load \"é\"", fireAt: 1_767_323_045_678,
    action: Action("loaded", ["count": 42, "rows": [["n": .null]]]))

  static let recurrence = (try? Recurrence.cron("0 22 * * 1-5", zone: "Europe/Berlin")).map { recurrence in
    var recurrence = recurrence
    (recurrence.from, recurrence.until, recurrence.missed) = (1, 2, .skip)
    return recurrence
  }

  static let edits: [Edit] = [
    .insert(screen, into: "c", at: 1), .remove(Screen(id: "s", route: "step"), from: "c", at: 0),
    .move(in: "c", from: 1, to: 0), .params("t", former: [:], new: ["a": "b"]),
    .state("h", former: [:], new: [1, .null]), .data(former: [:], new: ["user": "u"]),
    .present(Presented(style: .popover, screen: screen), over: "c", at: 0),
    .focus(
      "c", former: Container.Focus(),
      new: Container.Focus(
        selected: 1, history: [Visit("t", params: ["n": 1]), Visit("s"), Visit("t")], isOpen: true)),
    .schedule(timer),
    .schedule(Timer(id: "t1", screen: nil, effect: "", fireAt: -1, action: Action("sync"))),
    .schedule(
      Timer(
        id: "t1", screen: nil, effect: "", fireAt: 1, action: Action("sync"), recurrence: recurrence,
        lastRefusal: "closed")),
    .replace(
      "c",
      former: Container(
        id: "c", kind: .stack, screens: [Screen(id: "s", route: "step"), Screen(id: "t", route: "step")]),
      new: Container(id: "c", kind: .stack, screens: [screen])),
  ]

  @Test("What is rolled back leaves no note of a part that was refused")
  func noteOfRefusedPart() throws {
    var draft = Draft(try Journey(at: nested).tree)
    let mark = draft.mark
    draft.record(dropped: .invalid("no", "No."))
    draft.rollBack(to: mark)
    #expect(draft.dropped == nil)
  }

  @Test("A path has only digits as an index", arguments: ["data.x[+1]", "data.x[-0]", "data.x[]", "data.x[٣]"])
  func badPath(text: String) {
    #expect(DataPath(text) == nil)
    #expect(DataPath("data.x[1]")?.components == [.member("x"), .index(1)])
  }

  @Test("A step followed by its inverse restores the tree", arguments: edits)
  func inverse(edit: Edit) throws {
    let former = try Journey(at: nested).tree
    var tree = former
    tree.apply(edit)
    #expect(tree != former)
    tree.apply(edit.inverse)
    // An inverse does not make the numbers of ids available again.
    tree.forgetIDs(after: former.lastID)
    #expect(tree == former)
    #expect(edit.inverse.inverse == edit)
  }

  @Test("A step is read back as it was written", arguments: edits)
  func stored(edit: Edit) throws {
    #expect(try Edit(stored: JSONValue(parsing: edit.json)) == edit)
    #expect(try Edit(stored: JSONValue(parsing: edit.inverse.json)) == edit.inverse)
  }

  @Test(
    "Reading an invalid step throws",
    arguments: [
      .null, [], ["insert", "c", 1], ["insert", "c", -1, ["id": "x"]], ["fly", "c", 1, 2], ["move", "c", 0, "x"],
      ["move", 5, 0, 1], ["params", "c", [:], []], ["remove", "c", 0, ["id": "x", "route": "r", "params": [:]]],
      ["schedule", "t1", "soon", ["screen": .null, "effect": "e", "action": ["type": "x"]]],
      ["schedule", "t1", 5, ["screen": 7, "effect": "e", "action": ["type": "x"]]],
      ["schedule", "t1", 5, ["effect": "e", "action": ["type": "x"]]],
      ["unschedule", "t1", 5, ["screen": "a1", "effect": "e", "action": [:]]],
    ] as [JSONValue])
  func notStored(json: JSONValue) {
    #expect(throws: StoredDataError.self) { try Edit(stored: json) }
  }

  @Test("A container is read back as it was written")
  func container() throws {
    let root = try Journey(at: nested, presented: [["style": "popover", "screen": ["id": "p", "route": "flow"]]]).tree
      .root
    #expect(try Container(stored: JSONValue(parsing: root.json)) == root)
  }

  @Test("The JSON of a container has the documented form")
  func written() throws {
    let root = try Journey(at: [["id": "x", "route": "page", "state": ["n": 1]]], presented: sheet).tree.root
    let expected: JSONValue = [
      "id": "root", "kind": "stack", "selected": 0,
      "screens": [["id": "x", "route": "page", "params": ["size": 10, "page": 1], "state": ["n": 1]]],
      "presented": [["style": "sheet", "screen": ["id": "p", "route": "note", "params": [:], "state": [:]]]],
    ]
    #expect(try JSONValue(parsing: root.json) == expected)
  }
}

extension Edit {
  var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension Container {
  var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension Plan {
  var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}
