import Navigation
import Synchronization

/// The apps that sessions can be made of, each in the versions that are known.
package final class AppCatalogue: Sendable {
  /// A version of an app.
  package struct Entry: Sendable {
    package let app: App
    /// The definition as it was given; nil for an app that was compiled.
    package let definition: [UInt8]?

    package init(_ app: App, definition: [UInt8]? = nil) {
      self.app = app
      self.definition = definition
    }
  }

  private let apps: Mutex<[String: [Int: Entry]]>

  package init(compiled: [App] = []) {
    apps = Mutex([:])
    for app in compiled { add(Entry(app)) }
  }

  package func add(_ entry: Entry) {
    apps.withLock { $0[entry.app.name, default: [:]][entry.app.version] = entry }
  }

  /// - Parameter version: nil: the newest.
  package func entry(_ name: String, version: Int? = nil) -> Entry? {
    apps.withLock { apps in
      guard let versions = apps[name], let version = version ?? versions.keys.max() else { return nil }
      return versions[version]
    }
  }

  package func app(_ name: String, version: Int? = nil) -> App? { entry(name, version: version)?.app }

  /// The numbers of an app's versions, oldest first.
  package func versions(of name: String) -> [Int] {
    apps.withLock { ($0[name] ?? [:]).keys.sorted() }
  }

  /// The newest version of each app, by name.
  package var newest: [Entry] {
    apps.withLock { apps in
      apps.values.compactMap { versions in versions.keys.max().flatMap { versions[$0] } }
        .sorted { $0.app.name < $1.app.name }
    }
  }
}
