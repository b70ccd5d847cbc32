import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The app list")
struct ListAppTests {
  private let session: Session

  init() throws {
    session = try Session(List.app)
  }

  private static func select(_ selection: JSONValue) -> Action {
    Action("setNavigation", ["selection": selection])
  }

  @Test("The app list starts with one screen, its rows and no selection")
  func begins() {
    #expect(session.draft.tree.root.kind == .stack)
    #expect(session.routes == ["list"])
    #expect(session.states == [ListState().json])
    #expect(session.selection == .null)
    #expect(session.counts == [1, 42, 100])
  }

  @Test(
    "Every way back to the list writes the count into its row",
    arguments: [
      Action("setNavigation", ["selection": nil]), Action("pop"), Action("goBack"), Action("popToRoot"),
      Action("popTo", ["route": "list"]), Action("remove", ["id": "c"]), Action("pop", ["result": "any"]),
      Action("setNavigation", ["selection": nil, "source": "l"]),
    ])
  func writes(action: Action) throws {
    let session = try Session.showing(["count": 43])
    try session.send(Action("increment"), action)
    #expect(session.routes == ["list"])
    #expect(session.counts == [1, 44, 100])
    #expect(session.selection == .null)
  }

  @Test("Selecting a row pushes its screen at once and loads its count after one second")
  func selects() throws {
    session.draft.begin(at: 5_000)
    #expect(
      try session.send(Self.select("r2")) == [SentOutput(name: "open", value: ["row": "r2", "count": 42])])
    #expect(session.routes == ["list", "counter"])
    #expect(session.screens[1].params == ["row": "r2"])
    #expect(session.states[1] == .null)
    #expect(session.selection == "r2")
    let load = try #require(session.draft.tree.timers.first)
    #expect(load.screen == session.ids[1])
    #expect(load.action == Action("loaded", ["count": 42]))
    #expect(load.fireAt == 6_000)
  }

  @Test(
    "Selecting a row while a row is open first closes the open screen and keeps its count",
    arguments: [nil, ["count": 7]] as [JSONValue], ["l", "c"])
  func selectsOther(state: JSONValue, source: String) throws {
    for row in ["r2", "r3"] {
      let session = try Session.showing(state)
      try session.send(Action("setNavigation", ["selection": .string(row), "source": .string(source)]))
      #expect(session.routes == ["list", "counter"])
      #expect(session.ids[1] != "c")
      #expect(session.states[1] == .null)
      #expect(session.counts == [1, state == .null ? 42 : 7, 100])
      #expect(session.selection == .string(row))
      let loaded: JSONValue = row == "r3" ? 100 : session.counts[1]
      #expect(session.draft.tree.timers.map(\.action) == [Action("loaded", ["count": loaded])])
    }
  }

  @Test("A selection on the covered list is refused, and one on the presented screen closes it")
  func covered() throws {
    try session.send(Action("present", ["route": "counter", "params": ["row": "r3", "count": 5]]))
    let select = Action("setNavigation", ["selection": "r1", "source": .string(session.ids[0])])
    #expect(session.refusal(of: select)?.refusal.code == "covered")
    try session.send(Self.select("r1"))
    #expect(session.draft.tree.root.presented == [])
    #expect(session.counts == [1, 42, 5])
    #expect(session.selection == "r1")
  }

  @Test(
    "An invalid selection is rejected with the pointer of the wrong field",
    arguments: [
      ([:], "missing-field", "/selection"), (["selection": 1], "bad-field", "/selection"),
      (["selection": nil, "row": "r1"], "unknown-field", "/row"),
    ] as [(JSONObject, String, String)])
  func faults(fields: JSONObject, code: String, pointer: String) throws {
    for session in [session, try Session.showing(["count": 43])] {
      let refused = try #require(session.refusal(of: Action("setNavigation", fields)))
      #expect(refused.refusal.kind == .invalid)
      #expect(refused.refusal.code == code)
      #expect(refused.faults.map(\.pointer.text) == [pointer])
    }
  }

  @Test(
    "A client cannot send the actions that load a count or report a closed screen",
    arguments: [
      Action("load", ["count": 1]), Action("loaded", ["count": 1]),
      ScreenClosed(Screen(id: "c", route: "counter", params: ["row": "r2"], state: ["count": 1])).action,
    ])
  func forged(action: Action) throws {
    let session = try Session.showing(nil)
    #expect(session.refusal(of: action)?.refusal.code == "unknown-action")
    for screen in session.ids {
      let named = Action("screen", ["id": .string(screen), "action": .object(action.fields)])
      #expect(session.refusal(of: named)?.refusal.code == "unknown-action")
    }
  }

  @Test("A counter screen that a client pushes starts at the count of its params")
  func pushes() throws {
    try session.send(Action("push", ["route": "counter", "params": ["row": "r1", "count": 5]]), Action("decrement"))
    #expect(session.states.last == ["count": 4])
    try session.send(Self.select(nil))
    #expect(session.counts == [4, 42, 100])
  }
}

extension Session {
  /// Returns a session with the list `l` and, on top of it, the screen `c` of its second row.
  static func showing(_ state: JSONValue) throws -> Session {
    let session = try Session(List.app)
    session.draft = Draft(
      try List.app.start(navigation: [
        "screens": [
          ["id": "l", "route": "list", "state": ListState(selection: "r2").json],
          ["id": "c", "route": "counter", "params": ["row": "r2"], "state": state],
        ]
      ]))
    return session
  }

  /// The counts in the rows of the list.
  var counts: [JSONValue] { states[0]["rows"]?.arrayValue?.compactMap { $0["count"] } ?? [] }

  /// The id of the selected row of the list.
  var selection: JSONValue? { states[0]["selection"] }
}
