import JSON
import Testing

@testable import Navigation

@Suite struct DrawerTests {
  @Test("Actions open and toggle a drawer, and change nothing if it is already open or closed")
  func open() throws {
    var journey = try Journey(.four(.drawer, backBehavior: .none))
    #expect(journey.focus == "b via b")
    try journey.send(["type": "openDrawer"])
    #expect(journey.focus == "b via b open")
    #expect(try journey.send(["type": "openDrawer"]) == [])
    try journey.send(["type": "toggleDrawer"])
    #expect(journey.focus == "b via b")
    #expect(try journey.send(["type": "closeDrawer"]) == [])
  }

  @Test("Selecting a screen closes a drawer that is open at the start", arguments: ["b", "c"])
  func selectCloses(route: String) throws {
    var journey = try Journey(.four(.drawer, backBehavior: .none, isOpen: true))
    #expect(journey.focus == "b via b open")
    try journey.send(["type": "select", "route": .string(route)])
    #expect(journey.focus == "\(route) via \(route)")
  }

  @Test("`goBack` closes a drawer, then dismisses a presented screen, then follows the history")
  func goBack() throws {
    var journey = try Journey(.four(.drawer))
    try journey.send(["type": "openDrawer"], ["type": "present", "route": "note"], ["type": "goBack"])
    #expect(journey.focus == "b via a b")
    #expect(journey.tree.current.route == "note")
    try journey.send(["type": "goBack"])
    #expect(journey.tree.current.route == "b")
    try journey.send(["type": "goBack"])
    #expect(journey.focus == "a via a")
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test("`goBack` closes an open drawer before it goes back in the drawer's screens")
  func goBackBehind() throws {
    var journey = try Journey(.four(.drawer, initial: "a"))
    try journey.send(["type": "push", "route": "step"], ["type": "present", "route": "note"])
    try journey.send(["type": "openDrawer", "target": "root"], ["type": "goBack"])
    #expect(!journey.tree.root.focus.isOpen)
    #expect(journey.tree.current.route == "note")
    try journey.send(["type": "goBack"], ["type": "goBack"])
    #expect(journey.tree.root.selectedScreen.content?.screens.count == 1)
  }

  @Test("`goBack` acts on a screen presented over an open drawer before it closes the drawer")
  func goBackOver() throws {
    var journey = try Journey(.four(.drawer))
    try journey.send(["type": "present", "route": "more", "target": "root"], ["type": "push", "route": "step"])
    try journey.send(["type": "openDrawer", "target": "root"], ["type": "goBack"])
    #expect(journey.tree.root.focus.isOpen)
    #expect(journey.tree.root.presented[0].screen.content?.screens.count == 1)
  }

  @Test("Only drawers accept the actions of drawers", arguments: [.stack, .tabs, .pages, .switch] as [Container.Kind])
  func otherKinds(kind: Container.Kind) throws {
    var journey = try Journey(.four(kind))
    for type in ["openDrawer", "closeDrawer", "toggleDrawer"] {
      #expect(journey.answer(to: ["type": .string(type)]) == "409 not-for-this-kind")
    }
  }
}
