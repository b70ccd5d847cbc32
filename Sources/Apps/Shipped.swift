import Navigation

/// The apps that come with the server.
public enum Shipped {
  public static let apps = [Counter.app, Tabs.app]
}
