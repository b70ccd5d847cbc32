import JSON
import Support
import Navigation
import Synchronization

/// The apps that sessions can run on, in all known versions.
package final class AppCatalogue: Sendable {
  /// A version of an app.
  package struct Entry: Sendable {
    package let app: App
    /// The definition as uploaded; nil for a compiled app.
    package let definition: [UInt8]?
    /// The bytes of what the definition is compiled to.
    private let compiledSize: Int
    /// Whether the version is closed to new sessions; existing sessions still run on it.
    package fileprivate(set) var isWithdrawn: Bool

    package init(_ app: App, definition: [UInt8]? = nil, compiledSize: Int = 0, isWithdrawn: Bool = false) {
      self.app = app
      self.definition = definition
      self.compiledSize = compiledSize
      self.isWithdrawn = isWithdrawn
    }

    /// The approximate bytes of memory of the definition: its text, the parsed form, the routes and what they are
    /// compiled to. 0 for a compiled app, which clients cannot grow.
    package var memorySize: Int {
      guard let definition else { return 0 }
      return 4_096 + 8 * definition.count + 840 * app.routes.count + app.data.heapSize + compiledSize
    }
  }

  /// The compiled features that definitions can use, by name.
  package let features: [String: Feature]
  /// The quarantines of what has ended the process repeatedly.
  package let traps: TrapQuarantine
  /// The stored versions that are not compiled, because they are quarantined.
  private let skipped = Mutex<[StoredApp]>([])
  private let apps: Mutex<[String: [Int: Entry]]>
  private let rollouts = Mutex<[String: Rollout]>([:])
  private let changes = Atomic<Int>(0)
  private let budget: MemoryBudget
  private let limit: Int

  /// Changes with each change of the offered apps; values derived from the catalogue are then out of date.
  package var revision: Int { changes.load(ordering: .acquiring) }

  /// - Parameters:
  ///   - features: The compiled features that definitions can use, by name.
  ///   - budget: Counts the memory of the definitions.
  ///   - limit: The bytes that uploaded definitions may take; nil: a quarter of the budget's ceiling.
  package init(
    compiled: [App] = [], features: [String: Feature] = [:], budget: MemoryBudget = MemoryBudget(), limit: Int? = nil,
    traps: TrapQuarantine = TrapQuarantine()
  ) {
    self.traps = traps
    self.features = features
    self.budget = budget
    self.limit = limit ?? budget.ceiling / 4
    apps = Mutex([:])
    for app in compiled { add(Entry(app)) }
  }

  /// Adds a version, or replaces the one with the same name and number.
  package func add(_ entry: Entry) {
    let former = apps.withLock { $0[entry.app.name, default: [:]].updateValue(entry, forKey: entry.app.version) }
    budget.add(entry.memorySize - (former?.memorySize ?? 0), to: .definitions)
    // After the change: a value that was derived from the former content cannot have the new number.
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Whether the definition fits into the limit. Definitions from earlier runs are loaded regardless.
  package func hasRoom(for entry: Entry) -> Bool { budget.used(by: .definitions) + entry.memorySize <= limit }

  /// Returns a version that is open to new sessions.
  ///
  /// - Parameter version: nil: the newest.
  package func entry(_ name: String, version: Int? = nil) -> Entry? {
    apps.withLock { apps in
      guard let offered = apps[name]?.offered, let version = version ?? offered.keys.max() else { return nil }
      return offered[version]
    }
  }

  /// Returns the app for a creation request. Falls back to a withdrawn version, because the request may be a retry that
  /// was answered before.
  ///
  /// - Parameter version: nil: the newest.
  package func app(_ name: String, version: Int? = nil) -> App? {
    apps.withLock { apps in
      guard let versions = apps[name] else { return nil }
      guard let version = version ?? versions.offered.keys.max() ?? versions.keys.max() else { return nil }
      return versions[version]?.app
    }
  }

  /// Returns the app for a session to create, in the version of its rollout if it has one and none is given.
  ///
  /// - Parameters:
  ///   - key: The key of the session; nil: it has none, or none that is known.
  ///   - id: The id of the session; nil: it is not known, and `current` is the version.
  package func app(_ name: String, version: Int?, forKey key: String?, _ id: SessionID?) -> App? {
    guard version == nil, let rollout = rollout(of: name) else { return app(name, version: version) }
    // A compiled version may be gone since the last start.
    return app(name, version: id.map { rollout.version(forKey: key, $0, of: name) } ?? rollout.current) ?? app(name)
  }

  /// Returns a version, withdrawn or not.
  package func version(_ version: Int, of name: String) -> Entry? {
    apps.withLock { $0[name]?[version] }
  }

  /// Returns all known versions in a range, withdrawn or not, oldest first.
  package func versions(_ range: ClosedRange<Int>, of name: String) -> [App] {
    apps.withLock { apps in
      (apps[name] ?? [:]).filter { range.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value.app)
    }
  }

  /// Returns the versions that are open to new sessions, oldest first.
  package func versions(of name: String) -> [Int] {
    apps.withLock { ($0[name]?.offered ?? [:]).keys.sorted() }
  }

  /// The newest version of each app that is open to new sessions, by name.
  package var newest: [Entry] {
    apps.withLock { apps in
      apps.values.compactMap { $0.offered.values.max { $0.app.version < $1.app.version } }
        .sorted { $0.app.name < $1.app.name }
    }
  }

  /// Whether the app is compiled, rather than defined in JSON.
  package func isCompiled(_ name: String) -> Bool {
    apps.withLock { $0[name]?.values.contains { $0.definition == nil } ?? false }
  }
}

// Rollouts.
extension AppCatalogue {
  /// The rollout of an app; nil: new sessions get the newest version.
  package func rollout(of name: String) -> Rollout? { rollouts.withLock { $0[name] } }

  package func set(_ rollout: Rollout?, of name: String) {
    rollouts.withLock { $0[name] = rollout }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Replaces all rollouts.
  package func set(_ new: [String: Rollout]) {
    let isChanged = rollouts.withLock { rollouts in
      defer { rollouts = new }
      return rollouts != new
    }
    if isChanged { changes.wrappingAdd(1, ordering: .releasing) }
  }
}

// Withdrawal of versions.
extension AppCatalogue {
  /// Closes versions to new sessions.
  package func withdraw(_ versions: [Int], of name: String) {
    apps.withLock { apps in
      for version in versions { apps[name]?[version]?.isWithdrawn = true }
    }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Opens a withdrawn version to new sessions again.
  package func reinstate(_ version: Int, of name: String) {
    apps.withLock { $0[name]?[version]?.isWithdrawn = false }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// - Parameter version: nil: all versions.
  package func isWithdrawn(_ name: String, version: Int? = nil) -> Bool {
    apps.withLock { apps in
      guard let versions = apps[name] else { return false }
      guard let version else { return versions.offered.isEmpty }
      return versions[version]?.isWithdrawn ?? false
    }
  }
}

// Definitions that have ended the process.
extension AppCatalogue {
  /// Skips a stored version while its definition is quarantined.
  ///
  /// - Returns: The reason; nil: it can be compiled.
  package func skip(_ app: StoredApp) -> JournalFailure? {
    let failure = traps.failure(of: TrapSubject(definition: app.definition, of: app.name))
    if failure != nil { skipped.withLock { $0.append(app) } }
    return failure
  }

  /// Returns the skipped versions whose quarantine has ended, which are then no longer skipped.
  package func takeReleased() -> [StoredApp] {
    skipped.withLock { skipped in
      let isHeld = { [traps] (app: StoredApp) in
        traps.failure(of: TrapSubject(definition: app.definition, of: app.name)) != nil
      }
      let released = skipped.filter { !isHeld($0) }
      skipped.removeAll { !isHeld($0) }
      return released
    }
  }

  func failure(ofSkipped version: Int, of name: String) -> JournalFailure? {
    let app = skipped.withLock { $0.first { $0.version == version && $0.name == name } }
    return app.flatMap { traps.failure(of: TrapSubject(definition: $0.definition, of: $0.name)) }
  }
}

extension [Int: AppCatalogue.Entry] {
  fileprivate var offered: Self { filter { !$0.value.isWithdrawn } }
}
