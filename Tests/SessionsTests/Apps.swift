import ExampleApps
import JSON
import Navigation
import Reduction
import Sessions

extension Action {
  static let increment = Action("increment")
  static let decrement = Action("decrement")
  static let open = Action("push")
  static let pop = Action("pop")
}

extension App {
  /// An app with screens that contain stacks, screens with an identity and screens with a state.
  static let shelves = App(
    "shelves", version: 2, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home", state: ["open": false]),
      Route("book", identity: .param("id"), onDuplicate: .moveToTop),
      Route("shelf", content: ContainerDefinition(kind: .stack, initial: "home")),
      Route("counter", feature: Counter.feature),
      Route(
        "house",
        content: ContainerDefinition(
          kind: .drawer, routes: ["home", "book", "shelf"], initial: "book", backBehavior: .history, isOpen: true)),
    ], data: ["user": nil])

  /// A counter app that does not handle its outputs.
  static let wakeup = App(
    "bell", version: 1, root: ContainerDefinition(kind: .stack, initial: "counter"),
    routes: [Route("counter", feature: Counter.feature)])

  /// A screen whose reducer can make a change and revert it within one action.
  static let lamp = App(
    "lamp", version: 1, root: ContainerDefinition(kind: .stack, initial: "lamp"),
    routes: [
      Route(
        "lamp",
        feature: Feature(
          actions: ["blink", "off"], initialState: { _ in CounterState() },
          reducer: Reducer<CounterState, LampAction, Void> { state, action, _ in
            switch action {
            case .blink:
              state.count = 1
              return .send(.off)
            case .off: state.count = 0
            }
            return .none
          }, environment: ()))
    ])
}

enum LampAction: String, ActionConvertible {
  case blink, off

  init?(_ action: Action) throws(ActionError) { self.init(rawValue: action.type) }
  var action: Action { Action(rawValue) }
}

extension IdempotencyKey {
  init(named text: String, asking body: String = "") {
    self.init(text: text, fingerprint: Array(body.utf8)) { refused in
      StoredResponse(status: 409, body: Array(refused.refusal.code.utf8))
    }
  }
}
