import JSON
import Reduction
import Testing

@testable import Navigation

@Suite("What a reducer in Swift is told")
struct ReducerContextTests {
  private struct Game: Codable, JSONConvertible, Equatable {
    var log: [String] = []
    var points = 0
  }

  private enum GameAction: Codable, ActionConvertible, Equatable { case roll, invited, entered, left }

  private enum GameOutput: Codable, NamedOutput { case ended(points: Int) }

  private static let reducer = Reducer<Game, GameAction, ReducerContext> { state, action, context in
    switch action {
    case .roll: state.log.append("\(context.session) \(context.now)")
    case .invited: state.log.append("by \(context.sender ?? "nobody")")
    case .entered: state.log.append("entered")
    case .left: return .output(GameOutput.ended(points: state.points))
    }
    return .none
  }

  private static let app = App(
    "game", version: 2, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home"),
      Route(
        "game",
        feature: Feature(
          actions: ["roll"], messages: ["invited"], onEnter: .entered, onLeave: .left, initialState: { _ in Game() },
          reducer: reducer, environment: { $0 })),
    ],
    migrations: [
      1: AppMigration(
        routes: ["start": "home"], data: { data throws(Refusal) in data.mergePatch(["seen": true]) },
        screens: { route, params, state throws(Refusal) in
          guard route == "game" else { return }
          guard state["points"] == nil else { throw .state("has-points", "The screen has points.") }
          params["old"] = true
          state.mergePatch(["points": 7])
        })
    ])

  private func log(_ draft: Draft) -> [String] {
    draft.tree.current.state["log"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  @Test("A reducer is told the session, the time, and the sender of a message; clients cannot send what is a message")
  func context() throws {
    var draft = Draft(try Self.app.start())
    draft.session = SessionContext(id: "s_1")
    draft.session.sender = "s_2"
    draft.begin(at: 5)
    try Self.app.reduce(Action("push", ["route": "game"]), &draft)
    try Self.app.reduce(Action("roll"), &draft)
    try Self.app.reduce(Action("invited"), &draft, from: .session)
    #expect(throws: ActionError.self) { try Self.app.reduce(Action("invited"), &draft) }
    #expect(log(draft) == ["entered", "s_1 5", "by s_2"])
    #expect(!Self.app.accepts(SentMessage(to: "s_1", Action("invited")), from: "game"))
    #expect(
      !Self.app.accepts(SentMessage(to: "s_1", Action("screen", ["action": ["type": "invited"]])), from: "game"))
    #expect(Self.app.accepts(SentMessage(to: "s_1", Action("roll")), from: "game"))
    #expect(Self.app.accepts(SentMessage(to: "s_1", Action("invited")), from: nil))
  }

  @Test("A feature is told when its screen is removed, and its outputs belong to the change")
  func leaving() throws {
    var draft = Draft(try Self.app.start())
    try Self.app.reduce(Action("push", ["route": "game"]), &draft)
    _ = draft.finish()
    try Self.app.reduce(Action("pop"), &draft)
    #expect(draft.outputs == [SentOutput(name: "ended", value: ["points": 0])])
    #expect(draft.tree.currentPath == ["home"])
  }

  @Test("A session starts with the actions of its first screens")
  func start() throws {
    let root = ContainerDefinition(kind: .stack, initial: "game")
    let app = App("g", version: 1, root: root, routes: Array(Self.app.routes.values))
    #expect(log(try SessionStart(of: app, at: 0).initial()) == ["entered"])
  }

  @Test("A stored state without a new property gets it from the initial state")
  func growth() throws {
    let given: JSONValue = ["screens": [["route": "home"], ["route": "game", "state": ["log": [], "points": 1]]]]
    var draft = Draft(try Self.app.start(navigation: given))
    draft.setState(of: draft.tree.current, to: ["log": ["old"]])
    try Self.app.reduce(Action("invited"), &draft, from: .session)
    #expect(draft.tree.current.state == ["log": ["old", "by nobody"], "points": 0])
    draft.setState(of: draft.tree.current, to: ["log": 1, "points": 0])
    #expect(throws: ActionError.self) { try Self.app.reduce(Action("roll"), &draft) }
  }

  @Test("A migration in Swift changes screens and data, or leaves the session as it is")
  func migration() throws {
    let former = App(
      "game", version: 1, root: ContainerDefinition(kind: .stack, initial: "start"),
      routes: [Route("start"), Route("game", state: ["log": []])])
    var draft = Draft(try former.start())
    try former.reduce(Action("push", ["route": "game"]), &draft)
    _ = draft.finish()
    var misfit = draft
    try Self.app.migrate(&draft, from: former)
    #expect(draft.tree.root.screens.map(\.route) == ["home", "game"])
    #expect(draft.tree.current.state == ["log": [], "points": 7])
    #expect((draft.tree.current.params, draft.tree.data) == (["old": true], ["seen": true]))
    misfit.setState(of: misfit.tree.current, to: ["log": [], "points": 1])
    let refused = try #require(throws: ActionError.self) { try Self.app.migrate(&misfit, from: former) }
    #expect(refused.refusal.code == "migration-misfit" && refused.refusal.detail.contains("The screen has points."))
  }

  @Test("An app in Swift has the undo rule that it is given")
  func undo() {
    let root = ContainerDefinition(kind: .stack, initial: "home")
    #expect(App("a", version: 1, root: root, routes: [Route("home")], undo: .limited(2)).undo == .limited(2))
    #expect(Self.app.undo == .all)
  }
}
