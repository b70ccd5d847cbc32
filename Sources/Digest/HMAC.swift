import CCrypto

/// HMAC-SHA256 (RFC 2104), of libcrypto's SHA-256.
///
/// Not libcrypto's own `HMAC`: it goes through providers, and with them all of libcrypto would be linked.
package enum HMAC {
  /// Bytes that SHA-256 takes at once (RFC 2104 §2: B).
  private static let block = Int(SHA256_CBLOCK)

  /// The 32 bytes that only those who know the key can make of the message.
  package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let key = key.count > block ? SHA256.hash(key) : key
    let padded = key + [UInt8](repeating: 0, count: block - key.count)
    return SHA256.hash(padded.map { $0 ^ 0x5C } + SHA256.hash(padded.map { $0 ^ 0x36 } + message))
  }
}
