/// The actions of a route's screens: those of its reducer and those of its definition.
///
/// A class, so that an action reads them without a copy of the route.
final class ScreenReducer: Sendable {
  let feature: Feature?
  /// The actions that an app definition contains, by `type`.
  let definedActions: [String: LogicAction]

  init(of route: Route) {
    feature = route.feature
    definedActions = route.logic?.actions ?? [:]
  }
}
