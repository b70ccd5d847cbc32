import JSON
import Testing

@testable import Navigation

@Suite struct PresentationTests {
  @Test("The style of a presented screen is the given one, or else the route's, or else a sheet")
  func styles() throws {
    var journey = try Journey(.four(.pages))
    for action in [
      ["type": "present", "route": "note"], ["type": "present", "route": "d"],
      ["type": "present", "route": "note", "style": "popover", "mode": "stack"],
    ] as [JSONValue] { try journey.send(action) }
    #expect(journey.tree.root.presented.map(\.style) == [.alert, .sheet, .popover])
    #expect(journey.tree.root.presented.map(\.screen.id) == ["a7", "a8", "a9"])
    try journey.send(["type": "present", "route": "d", "mode": "replace"])
    #expect(journey.tree.root.presented.map(\.screen.id) == ["a7", "a8", "a10"])
    #expect(journey.tree.currentPath == ["b", "d"])
  }

  @Test("An invalid or disallowed `present` is refused")
  func refused() throws {
    var journey = try Journey(.four(.tabs))
    #expect(journey.answer(to: ["type": "present", "route": "x"]) == "422 unknown-route")
    #expect(journey.answer(to: ["type": "present", "route": "d", "style": "x"]) == "422 bad-field")
    #expect(journey.answer(to: ["type": "present", "route": "d", "mode": "x"]) == "422 bad-field")
    #expect(journey.answer(to: ["type": "present", "route": "typed"]) == "422 bad-params")
    #expect(journey.answer(to: ["type": "present"]) == "422 missing-field")
    try journey.send(["type": "present", "route": "more"])
    #expect(journey.answer(to: ["type": "present", "route": "note"]) == "200")
    #expect(journey.answer(to: ["type": "present", "route": "d", "source": "a7"]) == "409 destination-not-allowed")
  }

  @Test("`dismiss` removes the topmost screen, `count` screens, or a screen and all above it")
  func dismiss() throws {
    var journey = try Journey(.four(.drawer))
    #expect(journey.answer(to: ["type": "dismiss"]) == "409 nothing-to-dismiss")
    #expect(journey.answer(to: ["type": "dismissAll"]) == "409 nothing-to-dismiss")
    for _ in 0..<6 { try journey.send(["type": "present", "route": "d"]) }
    try journey.send(["type": "dismiss"])
    #expect(journey.tree.current.id == "a11")
    try journey.send(["type": "dismiss", "id": "a10"])
    #expect(journey.tree.current.id == "a9")
    #expect(journey.answer(to: ["type": "dismiss", "id": "a10"]) == "409 screen-gone")
    #expect(journey.answer(to: ["type": "dismiss", "id": "a4"]) == "409 not-presented")
    try journey.send(["type": "dismiss", "count": 2])
    #expect(journey.tree.current.id == "a7")
    try journey.send(["type": "dismiss", "count": 9])
    #expect(journey.tree.current.route == "b")
  }

  @Test("Dismissing a screen also removes its content and the screens over it in one step")
  func dismissWithContent() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(
      ["type": "present", "route": "more"], ["type": "push", "route": "step"], ["type": "present", "route": "d"])
    #expect(journey.outline.hasSuffix("^sheet a7:more[a8| a9:step a10:step ^sheet a11:d]"))
    #expect(try journey.send(["type": "dismiss", "id": "a7"]).count == 1)
    #expect(journey.tree.root.presented == [])
  }

  @Test("`dismissAll` dismisses all presented screens, or those over its `target`")
  func dismissAll() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(
      ["type": "present", "route": "d"], ["type": "present", "route": "more"], ["type": "present", "route": "d"],
      ["type": "present", "route": "d"])
    let former = journey.tree
    try journey.send(["type": "dismissAll", "target": "a9"])
    #expect(journey.tree.current.route == "step")
    #expect(journey.answer(to: ["type": "dismissAll", "target": "a9"]) == "409 nothing-to-dismiss")
    try journey.send(["type": "dismissAll", "target": "root"])
    #expect(journey.tree.current.route == "b")
    journey.draft = Draft(former)
    try journey.send(["type": "dismissAll"])
    #expect(journey.tree.current.route == "b")
  }

  @Test("`goBack` pops in a presented stack before it dismisses that stack")
  func bubbling() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "present", "route": "more"], ["type": "push", "route": "step"], ["type": "goBack"])
    #expect(journey.tree.current.id == "a9")
    try journey.send(["type": "goBack"])
    #expect(journey.tree.root.presented == [])
  }

  @Test("`goBack` in a covered stack removes the `source`, or else dismisses the presented screen")
  func goBackFrom() throws {
    var journey = try Journey(at: three, presented: sheet)
    try journey.send(["type": "goBack", "source": "i"])
    #expect(journey.outline == "h:home n:note ^sheet p:note")
    try journey.send(["type": "goBack", "target": "root"])
    #expect(journey.outline == "h:home n:note")
  }

  @Test(
    "`goBack` and `dismiss` from a presented screen dismiss it and those over it", arguments: ["goBack", "dismiss"])
  func fromPresented(type: String) throws {
    var journey = try Journey(.four(.tabs))
    for _ in 0..<3 { try journey.send(["type": "present", "route": "d"]) }
    try journey.send(["type": .string(type), "source": "a8"])
    #expect(journey.tree.root.presented.map(\.screen.id) == ["a7"])
  }

  @Test("Tabs can be selected while a screen is presented over them")
  func selectUnder() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "present", "route": "note"], ["type": "select", "route": "c"])
    #expect(journey.focus == "c via a c")
    #expect(journey.tree.current.route == "note")
  }
}
