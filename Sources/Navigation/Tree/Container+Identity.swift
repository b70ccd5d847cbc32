import JSON
import Reduction

extension Container {
  /// Finds the screen with the identity that a new screen of a route would have: in the list from the top, or presented
  /// over it. An identity occurs at most once in both together.
  ///
  /// - Parameter isStaying: Whether a screen stays; screens that the same step removes do not count.
  func position(
    ofIdentityOf route: Route, with params: JSONObject, where isStaying: (Screen.ID) -> Bool = { _ in true }
  ) -> ScreenPosition? {
    guard let identity = route.identity(params) else { return nil }
    func isSame(_ screen: Screen) -> Bool {
      screen.route == route.name && route.identity(screen.params) == identity && isStaying(screen.id)
    }
    if let index = screens.lastIndex(where: isSame) { return .listed(index) }
    return presented.lastIndex { isSame($0.screen) }.map(ScreenPosition.presented)
  }

  /// Whether another screen has the identity of these params, and the route allows only one.
  func isTaken(_ params: JSONObject, _ route: Route, by isOther: (Screen.ID) -> Bool) -> Bool {
    route.onDuplicate != .allow && position(ofIdentityOf: route, with: params, where: isOther) != nil
  }

  /// Refuses params with which the container would hold a second screen of an identity.
  func checkUnique(
    _ route: Route, with params: JSONObject, where isStaying: (Screen.ID) -> Bool = { _ in true }
  ) throws(Refusal) {
    guard route.onDuplicate != .allow, let position = position(ofIdentityOf: route, with: params, where: isStaying)
    else { return }
    throw duplicate(of: self[position], route)
  }

  /// The refusal of a second screen of an identity.
  func duplicate(of screen: Screen, _ route: Route) -> Refusal {
    let remedy = "go to that screen, or remove it first"
    guard case .param(let name) = route.identity, let value = screen.params[name] else {
      return .state(
        "duplicate", "\"\(route.name)\" is in \"\(id)\" already, as \"\(screen.id)\"; \(remedy).", isFinal: true)
    }
    return .state(
      "duplicate",
      "\"\(route.name)\" with the `\(name)` \(value.excerpt) is in \"\(id)\" already, as \"\(screen.id)\"; \(remedy), "
        + "or give another `\(name)`.", isFinal: true)
  }
}
