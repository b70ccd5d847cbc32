import Foundation
import JSON
import Sessions
import Support

/// An issuer with one secret.
package enum TestIssuer {
  private static let secret = [UInt8](repeating: 7, count: 32)

  /// Its keys.
  package static func keys(isLocal: Bool = true) throws -> JSONWebKeySet {
    let key: JSONValue = ["kty": "oct", "alg": "HS256", "k": .string(base64URL(secret))]
    return try JSONWebKeySet(["keys": [key]], isLocal: isLocal)
  }

  /// A token with these claims.
  package static func token(_ claims: String, header: String = #"{"alg": "HS256"}"#) throws -> String {
    let message = base64URL(Array(header.utf8)) + "." + base64URL(Array(claims.utf8))
    let code = try SignatureKey(secret: secret).authenticate(Array(message.utf8)[...], bits: 256)
    return message + "." + base64URL(code ?? [])
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
