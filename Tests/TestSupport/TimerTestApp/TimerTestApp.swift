import JSON
import Navigation
import Reduction

/// An app whose screens start timers, for the tests of timers.
public enum TimerTestApp {
  public static let app = App(
    "kettle", version: 1, root: ContainerDefinition(kind: .stack, initial: "kettle"),
    routes: [
      Route("kettle", feature: feature),
      Route("stove", content: ContainerDefinition(kind: .stack, initial: "kettle")),
      Route("cup", presentation: .present(.sheet), feature: feature),
    ])

  public static let feature = Feature(
    actions: ["boil", "off", "whistle", "leak"], initialState: { _ in TimerTestState() }, reducer: reducer,
    environment: ()
  )

  private static let reducer = Reducer<TimerTestState, TimerTestAction, Void> { state, action, _ throws(Refusal) in
    switch action {
    case .boil(let name, let delay, let until, let then):
      guard let until else { return .after(id: EffectID(name), delay, then) }
      var recurrence = Recurrence.interval(delay)
      recurrence.until = until
      return .every(id: EffectID(name), recurrence, then)
    case .off(let name): return .cancel(id: EffectID(name))
    case .whistle: state.count += 1
    case .leak: throw .state("empty", "The kettle is empty.")
    }
    return .none
  }

  /// Returns an action that starts a timer with a delay in milliseconds.
  ///
  /// - Parameter until: The end of a timer that fires at this interval, in milliseconds since 1970; nil: it fires once.
  public static func boil(
    _ name: String = "boil", after delay: Int64, until: Int64? = nil, then: JSONObject? = nil
  ) -> JSONObject {
    var action: JSONObject = ["type": "boil", "name": .string(name), "after": .integer(delay)]
    if let until { action["until"] = .integer(until) }
    if let then { action["then"] = .object(then) }
    return action
  }
}

public struct TimerTestState: Sendable, JSONConvertible {
  var count: Int64 = 0

  public init() {}
  public init(json: JSONValue) throws { count = json["count"]?.integerValue ?? 0 }
  public var json: JSONValue { ["count": .integer(count)] }
}

public indirect enum TimerTestAction: ActionConvertible {
  case boil(String, Duration, until: Int64?, TimerTestAction)
  case off(String)
  /// Increments the count.
  case whistle
  /// Is always refused.
  case leak

  public init?(_ action: Action) throws(ActionError) {
    let name = action.fields["name"]?.stringValue ?? "boil"
    switch action.type {
    case "boil":
      let then = try Action(json: action.fields["then"] ?? ["type": "whistle"])
      guard let delay = action.fields["after"]?.integerValue, let kettleAction = try TimerTestAction(then) else {
        return nil
      }
      self = .boil(name, .milliseconds(delay), until: action.fields["until"]?.integerValue, kettleAction)
    case "off": self = .off(name)
    case "whistle": self = .whistle
    case "leak": self = .leak
    default: return nil
    }
  }

  public var action: Action {
    switch self {
    case .boil(let name, let delay, let until, let then):
      let milliseconds = delay.components.seconds * 1_000 + delay.components.attoseconds / 1_000_000_000_000_000
      return Action("boil", TimerTestApp.boil(name, after: milliseconds, until: until, then: then.action.fields))
    case .off(let name): return Action("off", ["name": .string(name)])
    case .whistle: return Action("whistle")
    case .leak: return Action("leak")
    }
  }
}
