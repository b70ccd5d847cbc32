import CCrypto

/// An incremental SHA-256.
package struct SHA256Stream: Sendable {
  private var state = SHA256_CTX()

  /// Starts a hash.
  package init() {
    SHA256_Init(&state)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&state, bytes.baseAddress, bytes.count)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) {
    SHA256_Update(&state, bytes, bytes.count)
  }

  /// The 32 bytes of the hash of all bytes so far. Further bytes can be added.
  package func finish() -> [UInt8] {
    // `SHA256_Final` changes the state; a copy lets the stream go on.
    var state = state
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      SHA256_Final(digest.baseAddress, &state)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }
}
