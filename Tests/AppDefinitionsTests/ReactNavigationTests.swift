import AppDefinitions
import JSON
import Testing

@testable import Navigation

/// Rules of the routers of React Navigation 7.6.4.
@Suite("Rules from React Navigation")
struct ReactNavigationTests {
  private static let definition = """
    {"app": "a", "version": 1,
    "root": {"kind": "drawer", "routes": ["shop", "help"], "open": true},
    "routes": {
      "shop": {"content": {"kind": "stack", "routes": ["tabs", "item"], "initial": "tabs"}},
      "tabs": {"content": {"kind": "tabs", "routes": ["one", "two", "three"], "backBehavior": "history"}},
      "one": {}, "two": {"params": {"id": "integer?"}, "identity": "id"}, "three": {}, "item": {}, "help": {}}}
    """

  private let session: DefinedSession

  init() throws { session = try DefinedSession(Self.definition) }

  @Test(
    "`navigate` closes the open drawers around the container that takes it",
    arguments: [#""item""#, #""two""#, #""one""#, #""shop""#])
  func drawer(route: String) throws {
    var session = session
    #expect(session.draft.tree.root.focus.isOpen)
    try session.send(#"{"type": "navigate", "route": \#(route)}"#)
    #expect(!session.draft.tree.root.focus.isOpen)
  }

  @Test(
    "Other actions leave an open drawer open",
    arguments: [#"{"type": "push", "route": "item"}"#, #"{"type": "selectNext"}"#])
  func open(action: String) throws {
    var session = session
    try session.send(action)
    #expect(session.draft.tree.root.focus.isOpen)
  }

  @Test("`reset` goes on to the container that takes its routes")
  func reset() throws {
    var session = session
    func reset(_ first: String, _ second: String) throws {
      let screens = #"[{"route": "\#(first)"}, {"route": "\#(second)"}]"#
      try session.send(#"{"type": "reset", "navigation": {"selected": 1, "screens": \#(screens)}}"#)
    }
    try reset("tabs", "item")
    #expect(session.draft.tree.current.route == "item")
    #expect(session.draft.tree.root.screens.count == 2)
    try reset("shop", "help")
    #expect(session.draft.tree.current.route == "help")
    #expect(throws: ActionError.self) {
      try session.send(#"{"type": "reset", "navigation": {"screens": [{"route": "one"}]}}"#)
    }
  }

  @Test("Visits that become neighbours, since the screen between them is replaced, stay in a given `history`")
  func history() throws {
    var session = session
    try session.send(
      """
      {"type": "reset", "navigation": {"kind": "tabs", "history": ["x", "y", "x"], "selected": 2,
        "screens": [{"route": "one", "id": "x"}, {"route": "two", "id": "y"}, {"route": "three", "id": "z"}]}}
      """)
    try session.send(#"{"type": "navigate", "route": "two", "params": {"id": 7}}"#)
    let tabs = try #require(session.draft.tree.container(session.draft.tree.focusPath[2]))
    #expect(tabs.focus.history.map(\.screen) == ["x", "x", "z", tabs.screens[1].id])
  }
}
