import JSON
import Navigation
import Reduction

/// The app `counter`: a stack of counting screens, each of which can open another that starts with its count.
///
/// A screen does not navigate. Its reducer sends a route, and the app's router answers with a navigation action.
public enum Counter {
  /// The environment: the function that sends routes.
  public typealias Environment = SendRouteEnvironment<Void, CounterRoute>

  /// The reducer of a screen.
  public static let reducer = Reducer<CounterState, CounterAction, Environment> {
    state, action, environment throws(Refusal) in
    switch action {
    case .increment:
      guard state.count < .max else { throw overflow(state.count, "decrement") }
      state.count += 1
    case .decrement:
      guard state.count > .min else { throw overflow(state.count, "increment") }
      state.count -= 1
    case .push:
      return environment.sendRoute(.push(count: state.count))
    }
    return .none
  }

  /// The feature of the route. A new screen starts at the param `count`, or at 0.
  public static let feature = Feature(
    actions: CounterAction.allCases.map(\.rawValue),
    schemas: CounterAction.allCases.map { ActionSchema($0.rawValue) },
    initialState: { params in CounterState(count: Int(params["count"]?.integerValue ?? 0)) },
    reducer: reducer,
    environment: Environment())

  /// The definition of the app.
  public static let app = App(
    "counter", version: 1,
    root: ContainerDefinition(kind: .stack, routes: ["counter"], initial: "counter"),
    routes: [Route("counter", params: [Param("count", .integer, optional: true)], feature: feature)],
    router: router,
    metadata: AppMetadata(
      title: "Counter", description: "A stack of counters. Each can open another, which starts with its count.",
      device: .phone))

  /// Answers a screen's route with the push of another counter onto the stack of that screen.
  static let router: App.Router = { output, sender in
    guard case .push(let count)? = output as? CounterRoute else { return [] }
    return [
      Action("push", ["route": "counter", "params": ["count": .integer(Int64(count))], "source": .string(sender)])
    ]
  }

  private static func overflow(_ count: Int, _ remedy: String) -> Refusal {
    .state("count-overflow", "The count \(count) is the limit of a 64-bit integer; only `\(remedy)` is possible.")
  }
}
