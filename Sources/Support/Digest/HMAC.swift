import CCrypto

/// HMAC-SHA256 (RFC 2104), based on libcrypto's SHA-256.
///
/// Does not use libcrypto's `HMAC`, whose providers would link all of libcrypto.
package enum HMAC {
  /// The block size of SHA-256 in bytes (RFC 2104 §2: B).
  private static let block = Int(SHA256_CBLOCK)

  /// The 32 bytes of the authentication code.
  package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    // RFC 2104 §2: a key that is longer than a block is hashed first.
    let key = key.count > block ? SHA256.hash(key) : key
    let padded = key + [UInt8](repeating: 0, count: block - key.count)
    return SHA256.hash(padded.map { $0 ^ 0x5C } + SHA256.hash(padded.map { $0 ^ 0x36 } + message))
  }
}
