import Navigation

/// The example apps of the server.
public enum BuiltInApps {
  /// The apps, in the order in which the server lists them.
  public static let apps = [Counter.app, Colors.app, List.app, Routing.app, Tabs.app]
}
