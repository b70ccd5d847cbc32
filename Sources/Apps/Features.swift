import Navigation

/// The compiled features that an app definition in JSON can use.
public enum Features {
  /// The features by the name that a route refers to as its `feature`.
  public static let named: [String: Feature] = [
    "counter": Counter.feature, "settings": Settings.feature, "todos": Todos.feature,
  ]
}
