import Navigation
import Synchronization

/// The apps that sessions can be made of, each in the versions that are known.
package final class AppCatalogue: Sendable {
  private let apps: Mutex<[String: [Int: App]]>

  package init(_ apps: [App] = []) {
    self.apps = Mutex([:])
    for app in apps { add(app) }
  }

  package func add(_ app: App) {
    apps.withLock { $0[app.name, default: [:]][app.version] = app }
  }

  /// - Parameter version: nil: the newest.
  package func app(_ name: String, version: Int? = nil) -> App? {
    apps.withLock { apps in
      guard let versions = apps[name] else { return nil }
      guard let version = version ?? versions.keys.max() else { return nil }
      return versions[version]
    }
  }

  /// The versions of an app, oldest first.
  package func versions(of name: String) -> [App] {
    apps.withLock { ($0[name] ?? [:]).values.sorted { $0.version < $1.version } }
  }

  /// The newest version of each app, by name.
  package var newest: [App] {
    apps.withLock { apps in
      apps.values.compactMap { versions in versions.keys.max().flatMap { versions[$0] } }.sorted { $0.name < $1.name }
    }
  }
}
