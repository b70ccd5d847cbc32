import CCrypto

/// SHA-256 (FIPS 180-4), from libcrypto.
package enum SHA256 {
  /// The 32 bytes of the hash.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      var state = SHA256_CTX()
      SHA256_Init(&state)
      SHA256_Update(&state, bytes, bytes.count)
      SHA256_Final(digest.baseAddress, &state)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }

  /// Compares two hashes in constant time.
  package static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    // The length of a hash is no secret, so only the bytes are compared in constant time.
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }
}
