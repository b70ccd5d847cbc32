import Support

/// The SHA-256 of a session's token, as stored. Not an array, which would be an allocation for each session in memory.
package struct TokenHash: Sendable, Equatable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private let count: UInt8

  /// - Parameter bytes: Empty: no token opens the session. More than 32 bytes are no hash, and count as none.
  package init(_ bytes: [UInt8]) {
    count = bytes.count <= 32 ? UInt8(bytes.count) : 0
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes.prefix(Int(count))) }
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// Compares it with the hash of a token, in constant time.
  package func isSame(as hash: [UInt8]) -> Bool {
    withBytes { own in hash.withUnsafeBytes { SHA256.isSame(own, $0) } }
  }

  package static func == (one: TokenHash, other: TokenHash) -> Bool {
    one.count == other.count && one.words == other.words
  }

  @inline(__always)
  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: words) { body(UnsafeRawBufferPointer(rebasing: $0.prefix(Int(count)))) }
  }
}
