import Sessions
import Synchronization

/// The keys of all apps. Each key allows the creation of sessions of one app.
///
/// Keys are looked up by hash, and only by endpoints that accept them. The journal persists them; this type does not.
package final class AppKeys: Sendable {
  static let limitPerApp = 100

  private let state: Mutex<State>

  fileprivate struct State {
    /// By app, then by name.
    var keys: [String: [String: StoredAppKey]] = [:]
    /// By their hashes.
    var byHash: [[UInt8]: StoredAppKey] = [:]
    /// The reserved names, by app: their keys are not durable yet.
    var beginning: [String: Set<String>] = [:]
  }

  package init(_ stored: [StoredAppKey] = []) {
    var state = State()
    for key in stored { state.add(key) }
    self.state = Mutex(state)
  }

  /// The key with a hash; nil if it is unknown.
  ///
  /// - Parameter hash: SHA-256 of a possible key. The duration of the lookup reveals nothing about stored keys.
  func key(of hash: [UInt8]) -> StoredAppKey? {
    state.withLock { $0.byHash[hash] }
  }

  /// The app of a key; nil if the key is unknown.
  func app(of hash: [UInt8]) -> String? { key(of: hash)?.app }

  /// The keys of an app, by name.
  func keys(of app: String) -> [StoredAppKey] {
    state.withLock { ($0.keys[app] ?? [:]).values.sorted { $0.name < $1.name } }
  }

  func contains(_ name: String, of app: String) -> Bool {
    state.withLock { $0.keys[app]?[name] != nil }
  }

  /// Reserves the name of a key that is about to be written.
  func reserve(_ name: String, of app: String) throws(Problem) {
    try state.withLock { state throws(Problem) in
      let (keys, beginning) = (state.keys[app] ?? [:], state.beginning[app] ?? [])
      guard keys[name] == nil, !beginning.contains(name) else {
        throw .keyExists(name, of: app)
      }
      guard keys.count + beginning.count < Self.limitPerApp else {
        throw Problem(
          409, "too-many-keys",
          "The app \"\(app)\" has reached the limit of \(Self.limitPerApp) keys. Delete one first.")
      }
      state.beginning[app, default: []].insert(name)
    }
  }

  /// Releases the name of a key that was not written.
  func release(_ name: String, of app: String) {
    state.withLock { $0.end(name, of: app) }
  }

  /// Adds a key that is now durable.
  package func add(_ key: StoredAppKey) {
    state.withLock { state in
      state.end(key.name, of: key.app)
      state.add(key)
    }
  }

  /// Removes a key.
  ///
  /// - Returns: Whether the key existed.
  package func remove(_ name: String, of app: String) -> Bool {
    state.withLock { state in
      guard let key = state.keys[app]?.removeValue(forKey: name) else { return false }
      if state.keys[app]?.isEmpty == true { state.keys[app] = nil }
      state.byHash[key.hash] = nil
      return true
    }
  }
}

extension AppKeys.State {
  fileprivate mutating func add(_ key: StoredAppKey) {
    keys[key.app, default: [:]][key.name] = key
    byHash[key.hash] = key
  }

  fileprivate mutating func end(_ name: String, of app: String) {
    beginning[app]?.remove(name)
    if beginning[app]?.isEmpty == true { beginning[app] = nil }
  }
}
