import AppDefinitions
import JSON
import Navigation
import Testing

@Suite("Containers of a definition")
struct ContainerKindTests {
  @Test("Every member of a container is read")
  func members() throws {
    let app = try app(
      #"{"kind": "drawer", "routes": ["b", "a"], "initial": "a", "backBehavior": "fullHistory", "reselect": "output", "open": true}"#
    )
    #expect(
      app.root
        == ContainerDefinition(
          kind: .drawer, routes: ["b", "a"], initial: "a", backBehavior: .fullHistory, reselect: .output, isOpen: true))
  }

  @Test(
    "Tabs, drawers, pages and panes start with a screen for each route, by default all of the app",
    arguments: ["tabs", "drawer", "pages", "panes"])
  func all(kind: String) throws {
    let root = try app(#"{"kind": "\#(kind)", "initial": "b"}"#).start().root
    #expect(root.screens.map(\.route) == ["a", "b", "c"])
    #expect(root.selected == 1)
    #expect(try app(#"{"kind": "\#(kind)", "routes": ["c", "a"]}"#).start().root.screens.map(\.route) == ["c", "a"])
  }

  @Test("A stack and a switch start with one screen", arguments: ["stack", "switch"])
  func one(kind: String) throws {
    #expect(try app(#"{"kind": "\#(kind)"}"#).start().root.screens.map(\.route) == ["a"])
  }

  @Test("A root of any kind goes back chronologically", arguments: Container.Kind.allCases)
  func chronological(kind: Container.Kind) throws {
    let app = try app(#"{"kind": "\#(kind.rawValue)", "backBehavior": "chronological"}"#)
    #expect(app.root.backBehavior == .chronological)
    #expect(try app.start().root.focus.visits == [])
  }

  @Test("The `as` of a route sets its presentation", arguments: Route.Presentation.names)
  func ways(way: String) throws {
    let app = try app(#"{"kind": "stack"}"#, #", "d": {"as": "\#(way)"}"#)
    #expect(app.routes["d"]?.presentation == Route.Presentation(way))
  }

  private func app(_ root: String, _ more: String = "") throws -> App {
    let text = #"{"app": "x", "version": 1, "root": \#(root), "routes": {"a": {}, "b": {}, "c": {}\#(more)}}"#
    return try AppDefinition(JSONValue(parsing: text)).app
  }
}
