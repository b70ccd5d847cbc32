import Navigation

/// The apps and features that are compiled into the server.
public enum BuiltInApps {
  /// The apps, in the order in which the server lists them.
  public static let apps = [Counter.app, Colors.app, List.app, Routing.app, Tabs.app]

  /// The features that an app defined in JSON can use, by the name that a route refers to as its `feature`.
  public static let features: [String: Feature] = [
    "counter": Counter.feature, "settings": Settings.feature, "todos": Todos.feature,
  ]
}
