/// A version of an app that was uploaded as JSON.
package struct StoredApp: Sendable, Equatable {
  package let name: String
  package let version: Int
  /// The definition as received.
  package let definition: [UInt8]
  package let createdAt: Int64
  /// nil while the version is open to new sessions.
  package let withdrawnAt: Int64?

  package init(name: String, version: Int, definition: [UInt8], createdAt: Int64, withdrawnAt: Int64? = nil) {
    self.name = name
    self.version = version
    self.definition = definition
    self.createdAt = createdAt
    self.withdrawnAt = withdrawnAt
  }
}
