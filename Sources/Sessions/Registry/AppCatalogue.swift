import JSON
import Memory
import Navigation
import Synchronization

/// The apps that sessions can be made of, each in the versions that are known.
package final class AppCatalogue: Sendable {
  /// A version of an app.
  package struct Entry: Sendable {
    package let app: App
    /// The definition as it was given; nil for an app that was compiled.
    package let definition: [UInt8]?
    /// Whether only the sessions that began with it still run on it.
    package fileprivate(set) var isWithdrawn: Bool

    package init(_ app: App, definition: [UInt8]? = nil, isWithdrawn: Bool = false) {
      self.app = app
      self.definition = definition
      self.isWithdrawn = isWithdrawn
    }

    /// About how many bytes of memory the definition takes: its text, what was read of it, and each route, which takes more
    /// than it says. An app that was compiled takes none that a client could make grow.
    package var memorySize: Int {
      guard let definition else { return 0 }
      return 4_096 + 8 * definition.count + 640 * app.routes.count + app.data.heapSize
    }
  }

  private let apps: Mutex<[String: [Int: Entry]]>
  private let changes = Atomic<Int>(0)
  private let budget: MemoryBudget
  private let limit: Int

  /// Another number after each change of what is offered: what was made of the apps is out of date then.
  package var revision: Int { changes.load(ordering: .acquiring) }

  /// - Parameters:
  ///   - budget: Counts what the definitions take beside all else that clients can make grow.
  ///   - limit: Bytes that the definitions of clients may take; nil: a quarter of the budget's ceiling.
  package init(compiled: [App] = [], budget: MemoryBudget = MemoryBudget(), limit: Int? = nil) {
    self.budget = budget
    self.limit = limit ?? budget.ceiling / 4
    apps = Mutex([:])
    for app in compiled { add(Entry(app)) }
  }

  package func add(_ entry: Entry) {
    let former = apps.withLock { $0[entry.app.name, default: [:]].updateValue(entry, forKey: entry.app.version) }
    budget.add(entry.memorySize - (former?.memorySize ?? 0), to: .definitions)
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Bytes that the definitions of clients may take. Those that were stored before are loaded in any case.
  package func hasRoom(for entry: Entry) -> Bool { budget.used(by: .definitions) + entry.memorySize <= limit }

  /// A version that sessions can be made of.
  ///
  /// - Parameter version: nil: the newest.
  package func entry(_ name: String, version: Int? = nil) -> Entry? {
    apps.withLock { apps in
      guard let offered = apps[name]?.offered, let version = version ?? offered.keys.max() else { return nil }
      return offered[version]
    }
  }

  /// What a session is asked for of; withdrawn only where nothing else fits, since the request may be one that is repeated
  /// and was answered before.
  ///
  /// - Parameter version: nil: the newest.
  package func app(_ name: String, version: Int? = nil) -> App? {
    apps.withLock { apps in
      guard let versions = apps[name] else { return nil }
      guard let version = version ?? versions.offered.keys.max() ?? versions.keys.max() else { return nil }
      return versions[version]?.app
    }
  }

  /// A version that sessions run on, withdrawn or not.
  package func version(_ version: Int, of name: String) -> Entry? {
    apps.withLock { $0[name]?[version] }
  }

  /// The numbers of the versions that sessions can be made of, oldest first.
  package func versions(of name: String) -> [Int] {
    apps.withLock { ($0[name]?.offered ?? [:]).keys.sorted() }
  }

  /// The newest version of each app that sessions can be made of, by name.
  package var newest: [Entry] {
    apps.withLock { apps in
      apps.values.compactMap { $0.offered.values.max { $0.app.version < $1.app.version } }
        .sorted { $0.app.name < $1.app.name }
    }
  }

  package func isCompiled(_ name: String) -> Bool {
    apps.withLock { $0[name]?.values.contains { $0.definition == nil } ?? false }
  }
}

// What was withdrawn.
extension AppCatalogue {
  package func withdraw(_ versions: [Int], of name: String) {
    apps.withLock { apps in
      for version in versions { apps[name]?[version]?.isWithdrawn = true }
    }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  package func reinstate(_ version: Int, of name: String) {
    apps.withLock { $0[name]?[version]?.isWithdrawn = false }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// - Parameter version: nil: any, and no other is there any more.
  package func isWithdrawn(_ name: String, version: Int? = nil) -> Bool {
    apps.withLock { apps in
      guard let versions = apps[name] else { return false }
      guard let version else { return versions.offered.isEmpty }
      return versions[version]?.isWithdrawn ?? false
    }
  }
}

extension [Int: AppCatalogue.Entry] {
  fileprivate var offered: Self { filter { !$0.value.isWithdrawn } }
}
