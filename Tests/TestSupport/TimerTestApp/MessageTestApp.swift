import JSON
import Navigation
import Reduction

/// An app whose sessions send messages to each other, for the tests of messages.
public enum MessageTestApp {
  public static let app = App(
    "walkie", version: 1, root: ContainerDefinition(kind: .stack, initial: "walkie"),
    routes: [Route("walkie", feature: feature)])

  private static let feature = Feature(
    actions: ["say", "hear", "rally", "swarm", "nod", "hangUp"], initialState: { _ in MessageTestState() },
    reducer: reducer,
    environment: ())

  private static let reducer = Reducer<MessageTestState, MessageTestAction, Void> { state, action, _ throws(Refusal) in
    switch action {
    case .say(let text, let recipient):
      return .merge(text.map { .message(to: recipient, Action("hear", ["text": .string(String($0))])) })
    case .hear(let text): state.heard.append(text)
    case .rally(let there, let here):
      state.heard.append("·")
      return .message(to: there, Action("rally", ["there": .string(here), "here": .string(there)]))
    case .swarm(let there):
      state.heard.append("·")
      let message = Effect<MessageTestAction>.message(to: there, Action("swarm", ["there": .string(there)]))
      return .merge([message, message])
    case .nod: break
    case .hangUp: throw .state("silent", "The session does not answer.")
    }
    return .none
  }

  /// An app that returns to its first screen after a minute without actions.
  public static let kiosk = App(
    "kiosk", version: 1, root: ContainerDefinition(kind: .stack, initial: "kettle"),
    routes: [Route("kettle", feature: TimerTestApp.feature)], idle: Idle(after: .seconds(60), Action("popToRoot")))
}

public struct MessageTestState: Sendable, JSONConvertible {
  var heard = ""

  public init() {}
  public init(json: JSONValue) throws { heard = json["heard"]?.stringValue ?? "" }
  public var json: JSONValue { ["heard": .string(heard)] }
}

public enum MessageTestAction: ActionConvertible {
  /// Sends each letter as a message of its own.
  case say(String, to: String)
  case hear(String)
  /// Is answered with the same action, endlessly.
  case rally(there: String, here: String)
  /// Is answered with two of the same action, endlessly.
  case swarm(there: String)
  case nod
  case hangUp

  public init?(_ action: Action) throws(ActionError) {
    func text(_ name: String) -> String { action.fields[name]?.stringValue ?? "" }
    switch action.type {
    case "say": self = .say(text("text"), to: text("to"))
    case "hear": self = .hear(text("text"))
    case "rally": self = .rally(there: text("there"), here: text("here"))
    case "swarm": self = .swarm(there: text("there"))
    case "nod": self = .nod
    case "hangUp": self = .hangUp
    default: return nil
    }
  }

  public var action: Action {
    switch self {
    case .say(let text, let recipient): Action("say", ["text": .string(text), "to": .string(recipient)])
    case .hear(let text): Action("hear", ["text": .string(text)])
    case .rally(let there, let here): Action("rally", ["there": .string(there), "here": .string(here)])
    case .swarm(let there): Action("swarm", ["there": .string(there)])
    case .nod: Action("nod")
    case .hangUp: Action("hangUp")
    }
  }
}
