import Navigation

/// The compiled features that an app defined in JSON can name as the `feature` of a route.
public enum Features {
  public static let named: [String: Feature] = [
    "counter": Counter.feature, "settings": Settings.feature, "todos": Todos.feature,
  ]
}
