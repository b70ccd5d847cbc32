import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The action finish of the app routing")
struct RoutingFinishTests {
  private let session: Session

  init() throws {
    session = try Session(Routing.app)
  }

  private var flows: [Container] {
    Array(sequence(first: session.draft.tree.root) { $0.presented.last?.screen.content })
  }

  private var routes: [[String]] { flows.map { $0.screens.map(\.route) } }

  @Test("The action `finish` closes all nested flows and keeps the screen of the root")
  func closesAll() throws {
    let home = session.ids
    try session.send(Action("openFirst"), Action("openModal"), Action("openSecond"), Action("openModal"))
    try session.send(Action("openFirst"))
    #expect(routes == [["home", "first"], ["home", "second"], ["home", "first"]])
    try session.send(Action("finish"))
    #expect(routes == [["home"]])
    #expect(session.ids == home)
  }

  @Test("The action `finish` also removes screens that a client presented")
  func presentedScreens() throws {
    try session.send(Action("present", ["route": "first"]), Action("present", ["route": "second"]), Action("finish"))
    #expect(session.draft.tree.root.presented == [])
  }

  @Test("The action `finish` is refused when no screen can be closed")
  func nothing() throws {
    let refused = try #require(session.refusal(of: Action("finish")))
    #expect(refused.refusal.code == "nothing-to-finish")
    #expect(refused.refusal.kind == .state)
    #expect(session.draft.isEmpty)
  }

  @Test(
    "The action `finish` closes the screens of the addressed flow and keeps the flows below",
    arguments: ["id", "source", "target"])
  func addressed(how: String) throws {
    try session.send(Action("openFirst"), Action("openModal"), Action("openSecond"), Action("openModal"))
    let flow = flows[1]
    let finish =
      switch how {
      case "id": Action("screen", ["id": .string(flow.screens[0].id), "action": ["type": "finish"]])
      case "source": Action("finish", ["source": .string(flow.screens[0].id)])
      default: Action("finish", ["target": .string(flow.id)])
      }
    try session.send(finish)
    #expect(routes == [["home", "first"], ["home"]])
    #expect(session.refusal(of: finish)?.refusal.code == "nothing-to-finish")
    #expect(routes == [["home", "first"], ["home"]])
  }

  @Test("The action `finish` for a modal screen closes the screens inside it and keeps the modal")
  func modal() throws {
    try session.send(Action("openModal"), Action("openFirst"))
    let modal = session.draft.tree.root.presented[0].screen.id
    try session.send(Action("screen", ["id": .string(modal), "action": ["type": "finish"]]))
    #expect(routes == [["home"], ["home"]])
  }
}
