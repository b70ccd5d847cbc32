/// The remains of a deleted session.
package struct Tombstone: Sendable, Equatable {
  /// SHA-256 of its token; nil: the stored one is corrupted.
  package let tokenHash: [UInt8]?
  /// Whether it was deleted because it expired.
  package let hasExpired: Bool

  package init(tokenHash: [UInt8]?, hasExpired: Bool = false) {
    self.tokenHash = tokenHash
    self.hasExpired = hasExpired
  }
}
