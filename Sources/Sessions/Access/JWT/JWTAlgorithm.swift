/// An algorithm of signatures (RFC 7518 §3.1, RFC 8037 §3.1).
package enum JWTAlgorithm: String, Sendable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case edDSA = "EdDSA"
  case hs256 = "HS256"
  case hs384 = "HS384"
  case hs512 = "HS512"

  /// The length of the hash; 0: the algorithm has its own.
  var bits: Int { Int(rawValue.dropFirst(2)) ?? 0 }

  var isPSS: Bool { rawValue.hasPrefix("PS") }

  /// The length of each of the two numbers of an ECDSA signature; nil for other signatures (RFC 7518 §3.4).
  var coordinate: Int? { rawValue.hasPrefix("ES") ? bits / 8 : nil }

  static let rsa: [JWTAlgorithm] = [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
  static let secret: [JWTAlgorithm] = [.hs256, .hs384, .hs512]
}
