import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The app routing")
struct RoutingAppTests {
  private let session: Session

  init() throws {
    session = try Session(Routing.app)
  }

  /// The containers of the flows, from the root to the topmost presented flow.
  private var flows: [Container] {
    Array(sequence(first: session.draft.tree.root) { $0.presented.last?.screen.content })
  }

  private var routes: [[String]] { flows.map { $0.screens.map(\.route) } }

  private func code(of action: Action) -> String? { session.refusal(of: action)?.refusal.code }

  private func screen(_ id: String, _ action: JSONValue) -> Action {
    Action("screen", ["id": .string(id), "action": action])
  }

  @Test("The app routing starts at the root of a stack")
  func begins() {
    #expect(session.draft.tree.root.kind == .stack)
    #expect(routes == [["home"]])
    #expect(session.states == [["text": ""]])
  }

  @Test("The action `openSecond` is refused until the screen `second` has left the flow")
  func second() throws {
    try session.send(Action("openSecond"))
    let refused = try #require(session.refusal(of: Action("openSecond")))
    #expect(refused.refusal.code == "duplicate")
    #expect(refused.refusal.kind == .state)
    try session.send(Action("openFirst"))
    #expect(code(of: Action("openSecond")) == "duplicate")
    #expect(code(of: Action("push", ["route": "second", "params": ["text": "other"]])) == "duplicate")
    #expect(routes == [["home", "second", "first"]])
    try session.send(Action("popToRoot"), Action("openSecond"))
    #expect(routes == [["home", "second"]])
  }

  @Test("The action `openModal` presents a sheet with a flow of its own, also over another modal")
  func modal() throws {
    try session.send(Action("openSecond"), Action("openModal"), Action("openSecond"), Action("openModal"))
    #expect(routes == [["home", "second"], ["home", "second"], ["home"]])
    #expect(flows.flatMap(\.presented).map(\.style) == [.sheet, .sheet])
    #expect(code(of: Action("openSecond")) == nil)
    #expect(code(of: Action("openSecond")) == "duplicate")
  }

  @Test(
    "Each route has its own presentation style",
    arguments: [("first", Presented.Style.fullScreen), ("second", .popover), ("modal", .sheet)])
  func styles(route: String, style: Presented.Style) throws {
    try session.send(Action("present", ["route": .string(route)]))
    #expect(session.draft.tree.root.presented.map(\.style) == [style])
  }

  @Test("The route `modal` cannot be pushed")
  func notPushed() {
    #expect(code(of: Action("push", ["route": "modal"])) == "route-not-taken")
  }

  @Test("An action opens a screen in the flow that it addresses, also under a presented flow")
  func covered() throws {
    try session.send(Action("openModal"))
    try session.send(Action("openFirst", ["source": .string(session.ids[0])]))
    #expect(routes == [["home", "first"], ["home"]])
    try session.send(Action("openFirst", ["target": "root"]))
    #expect(routes == [["home", "first", "first"], ["home"]])
    let modal = session.draft.tree.root.presented[0].screen.id
    try session.send(screen(modal, ["type": "openSecond"]))
    #expect(routes == [["home", "first", "first"], ["home", "second"]])
  }

  @Test(
    "A missing, unknown or mistyped field is rejected with its pointer",
    arguments: [
      (Action("edit"), "/text"), (Action("edit", ["text": 1]), "/text"),
      (Action("edit", ["text": "a", "to": "b"]), "/to"), (Action("openFirst", ["text": "a"]), "/text"),
      (Action("finish", ["count": 2]), "/count"), (Action("openThird"), "/type"),
    ])
  func badMembers(action: Action, pointer: String) throws {
    let refused = try #require(session.refusal(of: action))
    #expect(refused.refusal.kind == .invalid)
    #expect(refused.faults.map(\.pointer.text) == [pointer])
    #expect(routes == [["home"]])
  }

  @Test("A new screen starts with the text of its params")
  func params() throws {
    try session.send(Action("push", ["route": "first", "params": ["text": "given"]]))
    #expect(session.states == [["text": ""], ["text": "given"]])
    #expect(code(of: Action("push", ["route": "first", "params": ["text": 1]])) == "bad-params")
  }
}
