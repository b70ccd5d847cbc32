import JSON
import Testing

@testable import Navigation

@Suite struct FrontTests {
  /// Tabs with a stack and with a drawer that holds a stack, and a route to present.
  private static let app = App(
    "front", version: 1,
    root: ContainerDefinition(kind: .tabs, routes: ["list", "menu"], initial: "list", backBehavior: .history),
    routes: [
      Route("list", content: ContainerDefinition(kind: .stack, initial: "item")),
      Route("menu", content: ContainerDefinition(kind: .drawer, routes: ["plain", "deep"], initial: "plain")),
      Route("deep", content: ContainerDefinition(kind: .stack, initial: "item")),
      Route("plain"), Route("item"), Route("page"), Route("over"),
    ])

  /// The id of the stack in the drawer.
  private func deep(_ journey: Journey) throws -> String {
    try #require(journey.tree.root.screens[1].content?.screens[1].content?.id)
  }

  @Test("`navigate` with a `target` brings that container to the front")
  func target() throws {
    var journey = try Journey(Self.app)
    try journey.send(["type": "openDrawer", "target": .string(try #require(journey.tree.root.screens[1].content?.id))])
    try journey.send(["type": "navigate", "route": "page", "target": .string(try deep(journey))])
    #expect(journey.tree.currentPath == ["menu", "deep", "page"])
    #expect(journey.tree.root.screens[1].content?.focus.isOpen == false)
    #expect(journey.focus == "menu via list menu")
  }

  @Test("`navigate` with a `source` brings its container to the front, even if nothing else changes")
  func source() throws {
    var journey = try Journey(Self.app)
    let item = try #require(journey.tree.root.screens[1].content?.screens[1].content?.screens[0].id)
    try journey.send(["type": "navigate", "route": "item", "source": .string(item)])
    #expect(journey.tree.currentPath == ["menu", "deep", "item"])
    #expect(try journey.send(["type": "navigate", "route": "item", "source": .string(item)]) == [])
  }

  @Test("`navigate` dismisses the screens presented over the path to its target")
  func covered() throws {
    var journey = try Journey(Self.app)
    let stack = try deep(journey)
    try journey.send(["type": "present", "route": "over", "target": "root"])
    try journey.send(["type": "present", "route": "over", "target": .string(stack)])
    try journey.send(["type": "navigate", "route": "page", "target": .string(stack)])
    #expect(journey.tree.currentPath == ["menu", "deep", "page", "over"])
    #expect(journey.tree.root.presented == [])
  }

  @Test("`navigate` removes the screens above the path to its target in a stack")
  func stack() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "push", "route": "note", "target": "root"])
    try journey.send(["type": "navigate", "route": "item", "target": "c"])
    #expect(journey.outline == "h:home f:flow[c| s:step t:step a2:item]")
  }

  @Test("`select` and `push` with a `target` do not change the focus", arguments: ["select", "push"])
  func others(type: String) throws {
    var journey = try Journey(Self.app)
    let menu = try #require(journey.tree.root.screens[1].content?.id)
    let target = type == "push" ? try deep(journey) : menu
    let route: JSONValue = type == "push" ? "item" : "deep"
    try journey.send(["type": .string(type), "route": route, "target": .string(target)])
    #expect(journey.focus == "list via list")
  }
}
