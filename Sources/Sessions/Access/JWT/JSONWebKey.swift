import JSON
import Support

/// A key of an issuer (RFC 7517).
package struct JSONWebKey: Sendable {
  let id: String?
  /// The algorithms that the key may be used with, and the key.
  private let usable: Result<(algorithms: [JWTAlgorithm], key: SignatureKey), JWTFault>

  /// Reads a key. One that cannot verify signatures keeps the reason, since key sets may have keys for other purposes.
  ///
  /// - Parameter isLocal: Whether the key is in a file of the operator; only there, it may be a secret.
  init(_ json: JSONValue, isLocal: Bool) {
    id = json["kid"]?.stringValue
    usable = Result { () throws(JWTFault) in
      let algorithms = try Self.algorithms(json, isLocal: isLocal)
      return (algorithms, try Self.key(json))
    }
  }

  /// The reason for which the key verifies nothing; nil: it does.
  package var fault: JWTFault? { if case .failure(let fault) = usable { fault } else { nil } }

  /// Checks the signature of a token.
  func verify(_ token: JSONWebToken) throws(JWTFault) {
    let (algorithms, key) = try usable.get()
    // RFC 8725 §3.1: the key decides, so that no header can turn a public key into a secret.
    guard algorithms.contains(token.algorithm) else {
      let known = algorithms.map(\.rawValue).joined(separator: ", ")
      throw JWTFault("its `alg` is not one of its key; the key has \(known)")
    }
    guard let signature = token.encodedSignature,
      key.verifies(signature, of: token.message, bits: token.algorithm.bits, isPSS: token.algorithm.isPSS)
    else { throw JWTFault("its signature is not valid for its key") }
  }
}

// The members of a key.
extension JSONWebKey {
  private static func algorithms(_ json: JSONValue, isLocal: Bool) throws(JWTFault) -> [JWTAlgorithm] {
    if let use = json["use"], use != "sig" { throw JWTFault("its key is not for signatures: its `use` is not `sig`") }
    if let uses = json["key_ops"], uses.arrayValue?.contains("verify") != true {
      throw JWTFault("its key is not for signatures: its `key_ops` lacks `verify`")
    }
    let possible = try possibleAlgorithms(json, isLocal: isLocal)
    guard let name = json["alg"] else {
      // RFC 7518 §3.2 gives secrets no algorithm of their own.
      guard json["kty"] != "oct" else { throw JWTFault("its key is a secret without `alg`, which it needs") }
      return possible
    }
    guard let algorithm = name.stringValue.flatMap(JWTAlgorithm.init), possible.contains(algorithm) else {
      throw JWTFault("its key has an `alg` that does not fit its `kty`, or is not supported")
    }
    return [algorithm]
  }

  private static func possibleAlgorithms(_ json: JSONValue, isLocal: Bool) throws(JWTFault) -> [JWTAlgorithm] {
    switch (json["kty"]?.stringValue, json["crv"]?.stringValue) {
    case ("RSA", _): return JWTAlgorithm.rsa
    case ("EC", "P-256"): return [.es256]
    case ("EC", "P-384"): return [.es384]
    case ("OKP", "Ed25519"): return [.edDSA]
    case ("oct", _) where isLocal: return JWTAlgorithm.secret
    case ("oct", _): throw JWTFault("its key is a secret, which may only be in a local file of keys")
    default: throw JWTFault("its key must be RSA, EC with P-256 or P-384, OKP with Ed25519, or oct")
    }
  }

  private static func key(_ json: JSONValue) throws(JWTFault) -> SignatureKey {
    let secret = json["kty"] == "oct" ? try secret(json) : nil
    let der = secret == nil ? try publicKey(json) : []
    let key: SignatureKey?
    do throws(SignatureLibraryError) {
      key = if let secret { try SignatureKey(secret: secret) } else { try SignatureKey(publicKey: der) }
    } catch {
      throw JWTFault("signatures cannot be verified: \(error)")
    }
    guard let key else { throw JWTFault("its key is not a valid public key") }
    return key
  }

  private static func secret(_ json: JSONValue) throws(JWTFault) -> [UInt8] {
    let secret = try bytes("k", of: json)
    // RFC 7518 §3.2: a secret is at least as long as the hash.
    let bits = json["alg"]?.stringValue.flatMap(JWTAlgorithm.init)?.bits ?? 0
    guard secret.count >= bits / 8 else { throw JWTFault("its key is a secret of less than \(bits) bits") }
    return secret
  }

  /// The key as a `SubjectPublicKeyInfo`.
  private static func publicKey(_ json: JSONValue) throws(JWTFault) -> [UInt8] {
    if json["kty"] == "RSA" {
      let (modulus, exponent) = (try bytes("n", of: json).drop { $0 == 0 }, try bytes("e", of: json))
      let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
      guard bits >= 2_048 else { throw JWTFault("its key is an RSA key of \(bits) bits; at least 2048 are needed") }
      let key = DER.sequence(DER.integer(modulus), DER.integer(exponent))
      return DER.sequence(DER.sequence(DER.Identifier.rsa, DER.null), DER.bitString(key))
    }
    let x = try bytes("x", of: json)
    if json["kty"] == "OKP" { return DER.sequence(DER.sequence(DER.Identifier.ed25519), DER.bitString(x)) }
    let (curve, size) = json["crv"] == "P-256" ? (DER.Identifier.p256, 32) : (DER.Identifier.p384, 48)
    let y = try bytes("y", of: json)
    guard x.count == size, y.count == size else {
      throw JWTFault("its key must have an `x` and a `y` of \(size) bytes")
    }
    // 4: both coordinates follow (SEC 1 §2.3.3).
    return DER.sequence(DER.sequence(DER.Identifier.ec, curve), DER.bitString([4] + x + y))
  }

  private static func bytes(_ member: String, of json: JSONValue) throws(JWTFault) -> [UInt8] {
    guard let bytes = (json[member]?.stringValue?.utf8).flatMap({ Base64URL.decode($0) }), !bytes.isEmpty else {
      throw JWTFault("its key must have a member `\(member)` in base64url")
    }
    return bytes
  }
}

extension JSONWebToken {
  /// The signature as libcrypto reads it; nil: it has a wrong length.
  fileprivate var encodedSignature: [UInt8]? {
    guard let size = algorithm.coordinate else { return signature }
    guard signature.count == 2 * size else { return nil }
    return DER.sequence(DER.integer(signature.prefix(size)), DER.integer(signature.suffix(size)))
  }
}
