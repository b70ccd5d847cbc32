import JSON
import Reduction
import Testing

@testable import Navigation

@Suite struct ActionReducerTests {
  @Test("An action can cause 999 further actions")
  func longest() throws {
    var draft = Draft(try Countdown.app.start())
    try Countdown.app.reduce(Countdown(rest: 999).action, &draft)
    #expect(draft.tree.current.state == 0)
  }

  @Test("An action that causes 1,000 further actions is refused")
  func endless() throws {
    var draft = Draft(try Countdown.app.start())
    let error = #expect(throws: ActionError.self) { try Countdown.app.reduce(Countdown(rest: 1_000).action, &draft) }
    #expect(error?.refusal.code == "endless")
  }
}

/// An action that stores its number and sends itself again with the next smaller one, down to 0.
private struct Countdown: ActionConvertible {
  let rest: Int

  static let app = App(
    "countdown", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route(
        "home",
        feature: Feature(actions: ["count"], initialState: { _ in -1 }, reducer: reducer, environment: ()))
    ])

  static let reducer = Reducer<Int, Countdown, Void> { state, action, _ throws(Refusal) in
    state = action.rest
    return action.rest == 0 ? .none : .send(Countdown(rest: action.rest - 1))
  }
}

extension Countdown {
  init?(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    rest = try fields.require(fields.integer("rest"), "rest")
  }

  var action: Action { Action("count", ["rest": .integer(Int64(rest))]) }
}
