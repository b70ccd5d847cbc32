/// A stored key that can create sessions of one app.
package struct StoredAppKey: Sendable, Equatable {
  package let app: String
  /// Unique among the app's keys.
  package let name: String
  /// SHA-256 of the key. The key itself is shown once and not stored.
  package let hash: [UInt8]
  /// Milliseconds since 1970.
  package let createdAt: Int64

  package init(app: String, name: String, hash: [UInt8], createdAt: Int64) {
    self.app = app
    self.name = name
    self.hash = hash
    self.createdAt = createdAt
  }
}

/// A change to the keys of apps.
package enum AppKeyWrite: Sendable {
  case add(StoredAppKey)
  case remove(app: String, name: String)
}
