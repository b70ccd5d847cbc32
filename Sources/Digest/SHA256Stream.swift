import CCrypto

/// SHA-256 of bytes that come in pieces.
package struct SHA256Stream: Sendable {
  private var state = SHA256_CTX()

  package init() {
    SHA256_Init(&state)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) {
    SHA256_Update(&state, bytes, bytes.count)
  }

  /// The 32 bytes of the hash of what has come so far; more may come.
  package func finish() -> [UInt8] {
    var state = state
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      SHA256_Final(digest.baseAddress, &state)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }
}
