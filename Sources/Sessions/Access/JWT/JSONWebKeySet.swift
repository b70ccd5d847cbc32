import JSON

/// The keys of an issuer (RFC 7517 §5).
package struct JSONWebKeySet: Sendable {
  package let keys: [JSONWebKey]

  /// Reads `{"keys": […]}`.
  ///
  /// - Parameter isLocal: Whether the keys are in a file of the operator.
  package init(_ json: JSONValue, isLocal: Bool) throws(JWTFault) {
    guard let list = json["keys"]?.arrayValue else {
      throw JWTFault("keys must be an object with a list `keys` (RFC 7517)")
    }
    guard list.count <= Self.mostKeys else {
      throw JWTFault("there are \(list.count) keys; the limit is \(Self.mostKeys)")
    }
    keys = list.map { JSONWebKey($0, isLocal: isLocal) }
  }

  private static let mostKeys = 100

  /// Checks the signature of a token.
  ///
  /// - Returns: false if there is no key with the id in the token.
  package func verify(_ token: JSONWebToken) throws(JWTFault) -> Bool {
    let candidates = try candidates(for: token)
    var fault: JWTFault?
    // Keys may share an id if they differ in `kty` (RFC 7517 §4.5).
    for key in candidates {
      do throws(JWTFault) {
        try key.verify(token)
        return true
      } catch { fault = fault ?? error }
    }
    if let fault { throw fault }
    return false
  }

  private func candidates(for token: JSONWebToken) throws(JWTFault) -> [JSONWebKey] {
    if let id = token.keyID { return keys.filter { $0.id?.isIdentical(to: id) == true } }
    let usable = keys.filter { $0.fault == nil }
    guard usable.count < 2 else {
      throw JWTFault("it has no `kid`, which it needs since its issuer has \(usable.count) keys")
    }
    return usable.isEmpty ? keys : usable
  }
}
