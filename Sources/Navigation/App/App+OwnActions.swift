/// The actions of the app itself, beside those of navigation.
extension App {
  /// Whether the app's reducer or the reducer of some screen takes actions of that type from clients.
  package func hasOwnAction(_ type: String) -> Bool {
    if let feature, feature.actions.contains(type) { return true }
    return routes.values.contains { $0.actionTypes.contains(type) }
  }

  /// The types of the actions: those of the app's reducer, then those of the screens, by the names of their routes.
  package var ownActionTypes: [String] {
    var types = feature?.actions ?? []
    for route in routes.values.sorted(by: { $0.name < $1.name }) {
      for type in route.actionTypes where !types.contains(type) { types.append(type) }
    }
    return types
  }
}
