import JSON
import Navigation
import Reduction

/// What a colored screen does with what its view tells it: passes on where the user wants to go.
///
/// Builds no screen, and does not know whether one may go there from here; the router does.
public enum ColorPresenter {
  public typealias Environment = SendRouteEnvironment<Void, ColorRoute>

  public static let reducer = Reducer<ColorState, ColorAction, Environment> { _, action, environment in
    switch action {
    case .transition(let color): environment.sendRoute(.transition(to: color))
    }
  }

  public static let feature = Feature(
    actions: [ColorAction.type], schemas: [ColorAction.schema], initialState: { _ in ColorState() }, reducer: reducer,
    environment: Environment())
}
