import JSON
import Navigation
import Reduction

/// The presenter of a colored screen: forwards the color that the user requests to the router.
///
/// Opens no screen, and does not check whether the transition is allowed; the router and the routes do.
public enum ColorPresenter {
  /// The environment: the function that sends routes.
  public typealias Environment = SendRouteEnvironment<Void, ColorRoute>

  /// The reducer of each screen: sends a route for each action.
  public static let reducer = Reducer<ColorState, ColorAction, Environment> { _, action, environment in
    switch action {
    case .transition(let color): environment.sendRoute(.transition(to: color))
    }
  }

  /// The feature of each color's route.
  public static let feature = Feature(
    actions: [ColorAction.type], schemas: [ColorAction.schema], initialState: { _ in ColorState() }, reducer: reducer,
    environment: Environment())
}
