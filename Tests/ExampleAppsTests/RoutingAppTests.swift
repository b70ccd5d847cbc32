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

  @Test("Each action `openFirst` pushes a new screen")
  func first() throws {
    try session.send(Action("openFirst"), Action("openFirst"))
    #expect(routes == [["home", "first", "first"]])
    #expect(Set(session.ids).count == 3)
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

  @Test("Modals can be nested to the maximum depth of a tree, and the next is refused")
  func depth() throws {
    for _ in 1..<256 { try session.send(Action("openModal")) }
    #expect(flows.count == 256)
    #expect(code(of: Action("openModal")) == "too-deep")
    #expect(flows.count == 256)
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

  @Test("The action `edit` changes the current screen or the addressed one")
  func edits() throws {
    try session.send(Action("openFirst"), Action("openFirst"), Action("edit", ["text": "top"]))
    try session.send(screen(session.ids[1], ["type": "edit", "text": "middle"]))
    #expect(session.states == [["text": ""], ["text": "middle"], ["text": "top"]])
  }

  @Test("An edit of a removed screen is refused, also for a screen of a nested flow")
  func gone() throws {
    try session.send(Action("openFirst"), Action("openModal"), Action("openFirst"))
    let pushed = session.ids[1]
    let inner = flows[1].screens[1].id
    try session.send(Action("finish"))
    let before = session.draft.tree
    for id in [pushed, inner] {
      let refused = try #require(session.refusal(of: screen(id, ["type": "edit", "text": "late"])))
      #expect(refused.refusal.code == "screen-gone")
      #expect(refused.refusal.kind == .state)
      #expect(refused.refusal.detail.contains(id))
    }
    #expect(session.draft.tree == before)
    #expect(session.draft.isEmpty)
  }

  @Test("The id of a removed screen is not reused")
  func newID() throws {
    try session.send(Action("openSecond"))
    let former = session.ids[1]
    try session.send(Action("pop"), Action("openSecond"))
    #expect(session.ids[1] != former)
    #expect(code(of: screen(former, ["type": "edit", "text": "late"])) == "screen-gone")
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
