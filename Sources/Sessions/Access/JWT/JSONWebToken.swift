import JSON

/// A JWT in its compact form (RFC 7515 §7.1, RFC 7519), parsed and not verified.
package struct JSONWebToken: Sendable {
  let algorithm: JWTAlgorithm
  /// The id of the key.
  let keyID: String?
  package let claims: JSONObject
  let signature: [UInt8]
  /// The bytes that are signed.
  let message: ArraySlice<UInt8>

  /// Whether a text has the form of a JWT: three parts with dots between them.
  package static func isForm(of text: ArraySlice<UInt8>) -> Bool {
    text.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 } == 2
  }

  /// Parses a token.
  package init(_ text: ArraySlice<UInt8>) throws(JWTFault) {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw JWTFault("it must have three parts with dots between them") }
    let header = try Self.object(parts[0], "header")
    claims = try Self.object(parts[1], "payload")
    guard let signature = Base64URL.decode(parts[2]) else {
      throw JWTFault("its signature must be base64url without padding")
    }
    algorithm = try Self.algorithm(header)
    keyID = try Self.keyID(header)
    self.signature = signature
    message = text[text.startIndex..<parts[1].endIndex]
  }

  private static func object(_ part: ArraySlice<UInt8>, _ name: String) throws(JWTFault) -> JSONObject {
    guard let bytes = Base64URL.decode(part) else {
      throw JWTFault("its \(name) must be base64url without padding")
    }
    // An error of the parser would quote the text.
    guard let json = try? JSONValue(parsing: bytes, roundingNumbers: true), case .object(let object) = json else {
      throw JWTFault("its \(name) must be a JSON object in UTF-8")
    }
    return object
  }

  private static func algorithm(_ header: JSONObject) throws(JWTFault) -> JWTAlgorithm {
    // RFC 7515 §4.1.11: an extension that is not understood makes the token invalid.
    guard header["crit"] == nil else { throw JWTFault("its header must not have `crit`: no extensions are supported") }
    // RFC 8725 §3.11: tokens for other purposes have other types.
    if let type = header["typ"], !["jwt", "at+jwt"].contains(type.stringValue?.lowercased()) {
      throw JWTFault("its `typ` must be `JWT` or `at+jwt`, or absent")
    }
    guard let algorithm = header["alg"]?.stringValue.flatMap(JWTAlgorithm.init) else {
      let known = JWTAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw JWTFault("its `alg` must be one of \(known)")
    }
    return algorithm
  }

  private static func keyID(_ header: JSONObject) throws(JWTFault) -> String? {
    guard let id = header["kid"] else { return nil }
    guard let text = id.stringValue else { throw JWTFault("its `kid` must be a string") }
    return text
  }
}
