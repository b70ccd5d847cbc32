import JSON
import Navigation
import Reduction

/// The screen that shows a row's count: there at once, and loaded a second later.
public enum RowCountScreen {
  public typealias Environment = SendRouteEnvironment<Void, ListRoute>

  /// The screen's route.
  static let route = "counter"

  /// The logic of a count that is there.
  static let counter = Reducer<RowCountState, RowCountStep, Void> { state, step, _ throws(Refusal) in
    let (count, overflows) =
      switch step {
      case .increment: state.count.addingReportingOverflow(1)
      case .decrement: state.count.subtractingReportingOverflow(1)
      }
    guard !overflows else {
      throw .state("count-overflow", "The count is \(state.count), where 64 bits end; it only goes the other way.")
    }
    state.count = count
    return .none
  }

  /// The logic of the screen: that of the count, if it is there, and how it comes to be there.
  public static let reducer = Reducer<RowCountState?, RowCountAction, Environment> { state, action, environment in
    switch action {
    case .step: return .none
    case .setNavigation(let selection): return environment.sendRoute(.leave(selection: selection))
    case .load(let count):
      state = nil
      // Nothing cancels it here: it goes with the screen.
      return .after(id: "load", .seconds(1), .loaded(count: count))
    case .loaded(let count):
      state = RowCountState(count: count)
      return .none
    }
  }
  .ifLet(\.self, action: .step, environment: { _ in }, otherwise: loading, then: counter)

  private static let loading = Refusal.state("loading", "The count is not loaded yet; a load takes a second.")

  /// A screen that a client pushes by itself starts at the param `count`; nobody loads it.
  public static let feature = Feature(
    actions: RowCountStep.allCases.map(\.rawValue) + [Action.setNavigation],
    schemas: RowCountStep.allCases.map { ActionSchema($0.rawValue) } + [.setNavigation],
    initialState: { params in (params["count"]?.integerValue).map { RowCountState(count: Int($0)) } },
    reducer: reducer,
    environment: Environment())
}
