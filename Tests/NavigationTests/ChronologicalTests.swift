import JSON
import Testing

@testable import Navigation

extension App {
  /// An app that goes back chronologically, with a stack, pages and a drawer in its root.
  fileprivate static func chronological(_ kind: Container.Kind = .tabs) -> App {
    App(
      "chronological", version: 1,
      root: ContainerDefinition(
        kind: kind, routes: ["home", "book", "more", "me"], initial: "home", backBehavior: .chronological),
      routes: [
        Route("home", content: ContainerDefinition(kind: .stack, routes: ["h", "item"], initial: "h")),
        Route("book", content: ContainerDefinition(kind: .pages, routes: ["p1", "p2"], initial: "p1")),
        Route("more", content: ContainerDefinition(kind: .drawer, routes: ["d1", "d2"], initial: "d1")),
        Route("me"), Route("h"), Route("item"), Route("p1"), Route("p2"), Route("d1"), Route("d2"),
        Route("info", presentation: .present(.sheet)),
      ])
  }
}

extension Journey {
  fileprivate mutating func select(_ route: String) throws {
    try send(["type": "select", "route": .string(route), "target": "root"])
  }

  /// Goes back while it is possible, and returns the current routes.
  fileprivate mutating func goBackToTheEnd() throws -> [String] {
    var seen: [String] = []
    while app.abilities(of: tree).goBack, seen.count < 300 {
      try send(["type": "goBack"])
      seen.append(tree.current.route)
    }
    #expect(answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
    return seen
  }
}

@Suite struct ChronologicalTests {
  @Test("`goBack` leads through stacks, pages and drawers in the order of the visits")
  func order() throws {
    var journey = try Journey(.chronological())
    try journey.send(["type": "push", "route": "item"])
    try journey.select("book")
    try journey.send(["type": "selectNext"])
    try journey.select("more")
    try journey.send(["type": "select", "route": "d2"])
    try journey.select("home")
    #expect(try journey.goBackToTheEnd() == ["d2", "d1", "p2", "p1", "item", "h"])
    #expect(journey.tree.root.focus.visits == [])
  }

  @Test("The former params of a sheet that lies over an open drawer come back first")
  func drawerUnderSheet() throws {
    var journey = try Journey(.chronological(.drawer))
    try journey.select("me")
    try journey.send(["type": "openDrawer"], ["type": "present", "route": "info"])
    try journey.send(["type": "pushParams", "params": ["n": 1]], ["type": "goBack"])
    #expect(journey.tree.current.route == "info" && journey.tree.current.params == [:])
    try journey.send(["type": "goBack"])
    #expect(journey.tree.current.route == "me")
  }

  @Test("Each visit counts, also of the same screen")
  func again() throws {
    var journey = try Journey(.chronological(.panes))
    for route in ["me", "home", "me", "home"] { try journey.select(route) }
    #expect(try journey.goBackToTheEnd() == ["me", "h", "me", "h"])
  }

  @Test("Of a batch its end is the visit")
  func batch() throws {
    var journey = try Journey(.chronological(.pages))
    try journey.send(
      ["type": "select", "route": "book"], ["type": "select", "route": "me"], ["type": "goBack"],
      ["type": "select", "route": "more"])
    #expect(try journey.goBackToTheEnd() == ["h"])
  }

  @Test("Screens that have gone are skipped")
  func gone() throws {
    var journey = try Journey(.chronological())
    try journey.send(["type": "push", "route": "item"])
    let item = journey.tree.current.id
    try journey.select("me")
    try journey.send(["type": "remove", "id": .string(item)])
    #expect(try journey.goBackToTheEnd() == ["h"])
  }

  @Test("What is presented is dismissed when a visit lies below it, and gone back to when it is a visit")
  func presented() throws {
    var journey = try Journey(.chronological())
    try journey.send(["type": "present", "route": "info"])
    let before = journey.tree
    try journey.select("me")
    try journey.send(["type": "goBack"])
    #expect(journey.tree == before)
    try journey.send(["type": "goBack"])
    #expect(journey.tree.root.screens[0].content?.presented == [])
  }

  @Test("An open drawer closes first, then former params come back")
  func first() throws {
    var journey = try Journey(.chronological())
    try journey.select("more")
    try journey.send(["type": "pushParams", "params": ["n": 1]])
    try journey.send(["type": "openDrawer"])
    try journey.send(["type": "goBack"])
    #expect(journey.tree.current.params == ["n": 1])
    try journey.send(["type": "goBack"])
    #expect(journey.tree.current.params == [:])
    #expect(try journey.goBackToTheEnd() == ["h"])
  }

  @Test("`goBack` with an address acts as `history`, and is a visit of its own")
  func address() throws {
    var journey = try Journey(.chronological())
    for route in ["book", "me"] { try journey.select(route) }
    try journey.send(["type": "goBack", "target": "root"])
    #expect(journey.tree.current.route == "p1")
    #expect(try journey.goBackToTheEnd() == ["me", "p1", "h"])
  }

  @Test(
    "A step has the visits, and leads to the tree also when it is undone", arguments: [Container.Kind.stack, .tabs])
  func plans(kind: Container.Kind) throws {
    var journey = try Journey(.chronological(kind))
    let former = journey.tree
    let edits = try journey.send(
      kind == .stack ? ["type": "push", "route": "me", "target": "root"] : ["type": "select", "route": "me"])
    let later = journey.tree
    #expect(later.root.focus.visits == [former.current.id])
    var follower = try PlanFollower(former.root)
    try follower.follow(Plan(edits))
    #expect(follower.root == later.root)
    journey.draft.revert(edits)
    #expect(journey.tree.root == former.root)
    try follower.follow(Plan(edits.reversed().map(\.inverse)))
    #expect(follower.root == former.root)
  }

  @Test("At most 200 visits are kept")
  func limit() throws {
    var journey = try Journey(.chronological(.pages))
    for index in 0..<250 { try journey.select(["me", "book"][index % 2]) }
    #expect(try journey.goBackToTheEnd().count == 200)
  }

  @Test("The visits of a navigation are ids of its screens; others are dropped, and faults refused")
  func given() throws {
    let screens: JSONValue = [["route": "home"], ["route": "me", "id": "m"]]
    let tree = try App.chronological().start(navigation: ["screens": screens, "visits": ["m", "gone", "m"]])
    #expect(tree.root.focus.visits == ["m", "m"])
    #expect(try Container(stored: JSONValue(parsing: tree.root.text)) == tree.root)
    for visits in ["m", [1], .array(Array(repeating: "m", count: 201))] as [JSONValue] {
      #expect(throws: ActionError.self) {
        try App.chronological().start(navigation: ["screens": screens, "visits": visits])
      }
    }
    #expect(throws: ActionError.self) {
      try App.four(.tabs).start(navigation: ["screens": [["route": "b"]], "visits": []])
    }
  }
}
