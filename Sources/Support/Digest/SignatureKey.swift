import CShims

/// A key that verifies signatures, by libcrypto.
// Unchecked, since libcrypto only reads a key that verifies, and counts its references atomically (EVP_PKEY(3)).
package final class SignatureKey: @unchecked Sendable {
  private let library: SignatureLibrary
  private let material: Material

  private enum Material {
    case publicKey(OpaquePointer)
    case secret([UInt8])
  }

  /// Creates a key of a `SubjectPublicKeyInfo` (RFC 5280 §4.1).
  ///
  /// - Returns: nil if it is not one, such as an EC point that is not on its curve.
  package init?(publicKey der: [UInt8]) throws(SignatureLibraryError) {
    library = try SignatureLibrary.load()
    let functions = library.functions
    let key = der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return functions.d2i_PUBKEY(nil, &start, bytes.count)
    }
    guard let key else {
      functions.ERR_clear_error()
      return nil
    }
    material = .publicKey(key)
  }

  /// Creates a key of a secret, which both signs and verifies.
  package init(secret: [UInt8]) throws(SignatureLibraryError) {
    library = try SignatureLibrary.load()
    material = .secret(secret)
  }

  deinit { if case .publicKey(let key) = material { library.functions.EVP_PKEY_free(key) } }

  /// Whether the signature of the message is valid.
  ///
  /// - Parameters:
  ///   - bits: The length of the hash: 256, 384 or 512; 0: the algorithm of the key has its own.
  ///   - isPSS: Whether an RSA signature is padded by RSASSA-PSS.
  package func verifies(_ signature: [UInt8], of message: ArraySlice<UInt8>, bits: Int, isPSS: Bool) -> Bool {
    switch material {
    case .secret: authenticate(message, bits: bits).map { SHA256.isSame($0, signature) } ?? false
    case .publicKey(let key):
      message.withUnsafeBufferPointer { message in
        withUnsafePointer(to: library.functions) { functions in
          csignature_verify(
            functions, key, Int32(bits), isPSS, signature, signature.count, message.baseAddress, message.count)
        }
      }
    }
  }

  /// The authentication code of a message (RFC 2104); nil for a public key.
  package func authenticate(_ message: ArraySlice<UInt8>, bits: Int) -> [UInt8]? {
    guard case .secret(let secret) = material else { return nil }
    var code = [UInt8](repeating: 0, count: 64)
    let isDone = message.withUnsafeBufferPointer { message in
      withUnsafePointer(to: library.functions) { functions in
        csignature_authenticate(
          functions, secret, secret.count, Int32(bits), message.baseAddress, message.count, &code)
      }
    }
    return isDone ? Array(code.prefix(bits / 8)) : nil
  }
}
