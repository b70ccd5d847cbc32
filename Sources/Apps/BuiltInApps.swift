import Navigation

/// The apps that come with the server.
public enum BuiltInApps {
  public static let apps = [Counter.app, Colors.app, List.app, Routing.app, Tabs.app]
}
