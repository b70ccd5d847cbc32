import AppTesting
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("finish, in the app routing")
struct RoutingFinishTests {
  private let session: Session

  init() throws {
    session = try Session(Routing.app)
  }

  private var flows: [Container] {
    Array(sequence(first: session.draft.tree.root) { $0.presented.last?.screen.content })
  }

  private var routes: [[String]] { flows.map { $0.screens.map(\.route) } }

  @Test("pops what is pushed when nothing is presented")
  func pops() throws {
    try session.send(Action("openFirst"), Action("openSecond"), Action("finish"))
    #expect(routes == [["home"]])
  }

  @Test("dismisses what is presented when nothing is pushed")
  func dismisses() throws {
    try session.send(Action("openModal"), Action("finish"))
    #expect(routes == [["home"]])
  }

  @Test("closes all, from however deep inside, as one change that keeps the root's screen")
  func closesAll() throws {
    let home = session.ids
    try session.send(Action("openFirst"), Action("openModal"), Action("openSecond"), Action("openModal"))
    try session.send(Action("openFirst"))
    #expect(routes == [["home", "first"], ["home", "second"], ["home", "first"]])
    try session.send(Action("finish"))
    #expect(routes == [["home"]])
    #expect(session.ids == home)
  }

  @Test("also takes away what a client presented itself")
  func presentedScreens() throws {
    try session.send(Action("present", ["route": "first"]), Action("present", ["route": "second"]), Action("finish"))
    #expect(session.draft.tree.root.presented == [])
  }

  @Test("with nothing to finish is refused, and says so")
  func nothing() throws {
    let refused = try #require(session.refusal(of: Action("finish")))
    #expect(refused.refusal.code == "nothing-to-finish")
    #expect(refused.refusal.kind == .state)
    #expect(session.draft.isEmpty)
  }

  @Test(
    "closes the flow that it is sent to, and what lies over it, and nothing below",
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

  @Test("sent to a modal closes the flow that the modal holds, not the modal")
  func modal() throws {
    try session.send(Action("openModal"), Action("openFirst"))
    let modal = session.draft.tree.root.presented[0].screen.id
    try session.send(Action("screen", ["id": .string(modal), "action": ["type": "finish"]]))
    #expect(routes == [["home"], ["home"]])
  }

  @Test("sent to a flow that is gone is refused")
  func gone() throws {
    try session.send(Action("openModal"))
    let flow = flows[1]
    try session.send(Action("finish"))
    #expect(session.refusal(of: Action("finish", ["target": .string(flow.id)]))?.refusal.code == "container-gone")
    let late = Action("finish", ["source": .string(flow.screens[0].id)])
    #expect(session.refusal(of: late)?.refusal.code == "screen-gone")
  }
}
