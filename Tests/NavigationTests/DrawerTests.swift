import JSON
import Testing

@testable import Navigation

@Suite struct DrawerTests {
  @Test("A drawer is opened, closed and toggled; what is so already changes nothing")
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

  @Test("A drawer may be open at the start, and a choice closes it", arguments: ["b", "c"])
  func selectCloses(route: String) throws {
    var journey = try Journey(.four(.drawer, backBehavior: .none, isOpen: true))
    #expect(journey.focus == "b via b open")
    try journey.send(["type": "select", "route": .string(route)])
    #expect(journey.focus == "\(route) via \(route)")
  }

  @Test("goBack closes it, then dismisses what is over it, then walks the history")
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

  @Test("goBack closes an open drawer before what lies behind it goes back")
  func goBackBehind() throws {
    var journey = try Journey(.four(.drawer, initial: "a"))
    try journey.send(["type": "push", "route": "step"], ["type": "present", "route": "note"])
    try journey.send(["type": "openDrawer", "target": "root"], ["type": "goBack"])
    #expect(!journey.tree.root.focus.isOpen)
    #expect(journey.tree.current.route == "note")
    try journey.send(["type": "goBack"], ["type": "goBack"])
    #expect(journey.tree.root.selectedScreen.content?.screens.count == 1)
  }

  @Test("What is presented over an open drawer does not lie behind it")
  func goBackOver() throws {
    var journey = try Journey(.four(.drawer))
    try journey.send(["type": "present", "route": "more", "target": "root"], ["type": "push", "route": "step"])
    try journey.send(["type": "openDrawer", "target": "root"], ["type": "goBack"])
    #expect(journey.tree.root.focus.isOpen)
    #expect(journey.tree.root.presented[0].screen.content?.screens.count == 1)
  }

  @Test("Other kinds have no drawer to open", arguments: [.stack, .tabs, .pages, .switch] as [Container.Kind])
  func otherKinds(kind: Container.Kind) throws {
    var journey = try Journey(.four(kind))
    for type in ["openDrawer", "closeDrawer", "toggleDrawer"] {
      #expect(journey.answer(to: ["type": .string(type)]) == "409 not-for-this-kind")
    }
  }
}
