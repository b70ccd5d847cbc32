import JSON
import TestSupport
import Testing

@testable import Navigation

extension App {
  /// An app of three panes, each with a stack.
  fileprivate static let mail = App(
    "mail", version: 1, root: ContainerDefinition(kind: .panes, routes: ["list", "detail", "aside"], initial: "list"),
    routes: [
      Route("list", content: ContainerDefinition(kind: .stack, routes: ["items", "note"], initial: "items")),
      Route("detail", content: ContainerDefinition(kind: .stack, routes: ["empty", "item"], initial: "empty")),
      Route("aside", content: ContainerDefinition(kind: .stack, routes: ["log", "note"], initial: "log")),
      Route("items"), Route("note"), Route("empty"), Route("item", path: "/items/:id"), Route("log", path: "/log"),
      Route("info", presentation: .present(.sheet)),
    ])
}

extension Journey {
  /// The routes of the stacks in the panes, and the index of the focused pane.
  fileprivate var panes: String {
    let stacks = tree.root.screens.map { ($0.content?.screens ?? []).map(\.route).joined(separator: " ") }
    return "\(stacks.joined(separator: " | ")) @\(tree.root.selected)"
  }
}

@Suite struct PanesTests {
  @Test("Panes begin with a screen of each route, and the initial one has the focus")
  func start() throws {
    let journey = try Journey(.mail)
    #expect(journey.panes == "items | empty | log @0")
    #expect(journey.tree.currentPath == ["list", "items"])
  }

  @Test("What the focused pane does not take opens in the first pane that takes it, and moves the focus")
  func push() throws {
    var journey = try Journey(.mail)
    try journey.send(["type": "push", "route": "item"])
    #expect(journey.panes == "items | empty item | log @1")
    try journey.send(["type": "push", "route": "note"])
    #expect(journey.panes == "items note | empty item | log @0")
    try journey.send(["type": "select", "route": "aside"], ["type": "push", "route": "note"])
    #expect(journey.panes == "items note | empty item | log note @2")
  }

  @Test("A `reset` without an address goes on to the first pane that takes its routes, and moves the focus")
  func reset() throws {
    var journey = try Journey(.mail)
    try journey.send([
      "type": "reset", "navigation": ["screens": [["route": "empty"], ["route": "item"], ["route": "item"]]],
    ])
    #expect(journey.panes == "items | empty item item | log @1")
    try journey.send(["type": "reset", "navigation": ["screens": [["route": "note"]]]])
    #expect(journey.panes == "note | empty item item | log @0")
    let detail = JSONValue.string(try #require(journey.tree.root.screens[1].content).id)
    try journey.send(["type": "reset", "navigation": ["screens": [["route": "empty"]]], "target": detail])
    #expect(journey.panes == "note | empty | log @0")
  }

  @Test("An action with an address is not offered to other panes")
  func address() throws {
    var journey = try Journey(.mail)
    let list = try #require(journey.tree.root.screens[0].content)
    let (id, screen) = (JSONValue.string(list.id), JSONValue.string(list.screens[0].id))
    #expect(journey.answer(to: ["type": "push", "route": "item", "target": id]) == "409 route-not-taken")
    #expect(journey.answer(to: ["type": "push", "route": "item", "source": screen]) == "409 route-not-taken")
  }

  @Test("`goBack` goes back in the focused pane, then gives the focus to the pane before it")
  func goBack() throws {
    var journey = try Journey(.mail)
    try journey.send(["type": "push", "route": "item"], ["type": "select", "route": "aside"])
    var seen: [String] = []
    while journey.app.abilities(of: journey.tree).goBack {
      try journey.send(["type": "goBack"])
      seen.append(journey.panes)
    }
    #expect(seen == ["items | empty item | log @1", "items | empty | log @1", "items | empty | log @0"])
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
  }

  @Test("`pop` pops in another pane when the focused one has nothing to pop")
  func pop() throws {
    var journey = try Journey(.mail)
    #expect(!journey.app.abilities(of: journey.tree).pop)
    let nothing =
      #"There is nothing to pop: each stack in the panes of "root", and around them, shows its first screen or is covered."#
    for type in ["pop", "popToRoot"] {
      let refused = #expect(throws: ActionError.self) { try journey.send(["type": .string(type)]) }
      #expect(refused?.refusal.code == "nothing-to-pop" && refused?.refusal.detail == nothing)
    }
    try journey.send(["type": "push", "route": "item"], ["type": "select", "route": "list"])
    #expect(journey.app.abilities(of: journey.tree).pop)
    try journey.send(["type": "pop"])
    #expect(journey.panes == "items | empty | log @1")
  }

  @Test("A screen presented in the focused pane keeps actions from the other panes")
  func covered() throws {
    var journey = try Journey(.mail)
    try journey.send(["type": "push", "route": "item"], ["type": "select", "route": "list"])
    try journey.send(["type": "present", "route": "info"])
    #expect(journey.answer(to: ["type": "push", "route": "item"]) == "409 covered")
    #expect(!journey.app.abilities(of: journey.tree).pop)
  }

  @Test("A screen presented in another pane keeps `pop` from the containers around")
  func coveredBeside() throws {
    let panes = ContainerDefinition(kind: .panes, routes: ["left", "right"], initial: "right")
    var journey = try Journey(
      App(
        "beside", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
        routes: [
          Route("home"), Route("both", content: panes),
          Route("left", content: ContainerDefinition(kind: .stack, routes: ["note"], initial: "note")),
          Route("right"), Route("note"),
        ]))
    try journey.send(["type": "push", "route": "both"])
    #expect(journey.app.abilities(of: journey.tree).pop)
    let left = try #require(journey.tree.root.screens[1].content?.screens[0].content)
    try journey.send(["type": "present", "route": "note", "target": .string(left.id)])
    #expect(journey.answer(to: ["type": "pop"]) == "409 covered")
    #expect(!journey.app.abilities(of: journey.tree).pop)
  }

  @Test("Panes are selected like tabs, and keep one screen of each route")
  func select() throws {
    var journey = try Journey(.mail)
    try journey.send(["type": "selectNext"])
    #expect(journey.panes == "items | empty | log @1")
    try journey.send(["type": "selectLast"])
    #expect(journey.answer(to: ["type": "selectNext", "target": "root"]) == "409 at-the-end")
    try journey.send(["type": "remove", "id": .string(journey.tree.root.screens[2].id)])
    #expect(journey.panes == "items | empty @1")
    let twice: JSONValue = ["screens": [["route": "list"], ["route": "list"]]]
    #expect(throws: ActionError.self) { try App.mail.start(navigation: twice) }
  }

  @Test("A link opens in the pane that takes it")
  func link() throws {
    var journey = try Journey(.mail)
    try journey.send(["type": "route", "url": "/items/7"])
    #expect(journey.panes == "items | empty item | log @1")
    #expect(try App.mail.start(url: "/log").currentPath == ["aside", "log"])
  }

  @Test("An action of the app is offered to the other panes, of which the one that takes it gets the focus")
  func ownAction() throws {
    var journey = try Journey(
      App(
        "own", version: 1, root: ContainerDefinition(kind: .panes, routes: ["left", "right"], initial: "left"),
        routes: [Route("left"), Route("right", feature: TimerTestApp.feature)]))
    try journey.send(["type": "boil", "name": "a", "after": 10])
    #expect(journey.tree.current.route == "right")
    #expect(journey.tree.timers.count == 1)
  }
}
