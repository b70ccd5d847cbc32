/// The distinguished encoding of ASN.1 (X.690), as far as public keys and signatures need it.
package enum DER {
  /// The object identifiers of algorithms and curves, encoded.
  package enum Identifier {
    /// rsaEncryption (RFC 8017 §A.1).
    package static let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    /// id-ecPublicKey (RFC 5480 §2.1.1).
    package static let ec: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    /// secp256r1 (RFC 5480 §2.1.1.1).
    package static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    /// secp384r1 (RFC 5480 §2.1.1.1).
    package static let p384: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
    /// id-Ed25519 (RFC 8410 §3).
    package static let ed25519: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
  }

  /// NULL.
  package static let null: [UInt8] = [0x05, 0x00]

  /// SEQUENCE.
  package static func sequence(_ content: [UInt8]...) -> [UInt8] { tagged(0x30, content.flatMap { $0 }) }

  /// INTEGER, of an unsigned number with its highest byte first.
  package static func integer(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    let isNegative = digits.first.map { $0 >= 0x80 } ?? true
    return tagged(0x02, isNegative ? [0] + digits : digits)
  }

  /// BIT STRING, of whole bytes.
  package static func bitString(_ bytes: [UInt8]) -> [UInt8] { tagged(0x03, [0] + bytes) }

  private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}
