import JSON
import Navigation
import Reduction

/// The screen of a row's count: shown at once, and loaded a second later.
public enum RowCountScreen {
  /// The environment: the function that sends routes.
  public typealias Environment = SendRouteEnvironment<Void, ListRoute>

  /// The name of the route.
  static let route = "counter"

  /// The reducer of a loaded count.
  static let counter = Reducer<RowCountState, RowCountStep, Void> { state, step, _ throws(Refusal) in
    let (count, overflows) =
      switch step {
      case .increment: state.count.addingReportingOverflow(1)
      case .decrement: state.count.subtractingReportingOverflow(1)
      }
    guard !overflows else {
      throw .state(
        "count-overflow", "The count \(state.count) is the limit of a 64-bit integer; count in the other direction.")
    }
    state.count = count
    return .none
  }

  /// The reducer of the screen: loads the count, and runs the reducer of the loaded count.
  public static let reducer = Reducer<RowCountState?, RowCountAction, Environment> { state, action, environment in
    switch action {
    case .step: return .none
    case .setNavigation(let selection): return environment.sendRoute(.leave(selection: selection))
    case .load(let count):
      state = nil
      // Cancelled automatically when the screen is removed.
      return .after(id: "load", .seconds(1), .loaded(count: count))
    case .loaded(let count):
      state = RowCountState(count: count)
      return .none
    }
  }
  .ifLet(\.self, action: .step, environment: { _ in }, otherwise: loading, then: counter)

  private static let loading = Refusal.state("loading", "The count is not loaded yet; a load takes a second.")

  /// The feature of the route. A screen that a client pushes directly starts at the param `count`, and is not loaded.
  public static let feature = Feature(
    actions: RowCountStep.allCases.map(\.rawValue) + [Action.setNavigation],
    schemas: RowCountStep.allCases.map { ActionSchema($0.rawValue) } + [.setNavigation],
    initialState: { params in (params["count"]?.integerValue).map { RowCountState(count: Int($0)) } },
    reducer: reducer,
    environment: Environment())
}
