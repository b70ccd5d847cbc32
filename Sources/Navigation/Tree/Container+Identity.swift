import JSON
import Reduction

extension Container {
  /// The place of the screen with the identity that a screen of a route would have with some params: in the list, the
  /// topmost first, or over it. An identity stands at most once in both together.
  ///
  /// - Parameter isStaying: Whether a screen stays; those that go in the same step do not count.
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

  /// Refuses params that would make a screen of the route the second one of its identity.
  func checkUnique(
    _ route: Route, with params: JSONObject, where isStaying: (Screen.ID) -> Bool = { _ in true }
  ) throws(Refusal) {
    guard let position = position(ofIdentityOf: route, with: params, where: isStaying) else { return }
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
