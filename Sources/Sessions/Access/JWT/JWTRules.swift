import JSON

/// The rules for the tokens of an issuer.
package struct JWTRules: Sendable, Equatable {
  package let issuer: String
  /// The audiences, of which a token must have one.
  package let audience: [String]
  /// The algorithms that are accepted.
  package let algorithms: [JWTAlgorithm]
  /// The deviation of clocks in milliseconds.
  package let leeway: Int64

  package init(issuer: String, audience: [String], algorithms: [JWTAlgorithm] = JWTAlgorithm.allCases, leeway: Int64) {
    self.issuer = issuer
    self.audience = audience
    self.algorithms = algorithms
    self.leeway = leeway
  }

  /// Checks the algorithm of a token before its signature.
  package func checkAlgorithm(of token: JSONWebToken) throws(JWTFault) {
    guard algorithms.contains(token.algorithm) else {
      let known = algorithms.map(\.rawValue).joined(separator: ", ")
      throw JWTFault("its `alg` is not accepted from its issuer; accepted are \(known)")
    }
  }

  /// Checks the claims of a token whose signature is valid.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package func verified(_ token: JSONWebToken, at now: Int64) throws(JWTFault) -> VerifiedToken {
    let claims = token.claims
    guard audience.contains(where: { claims.names(audience: $0) }) else {
      let names = audience.map { "`\($0)`" }.joined(separator: " or ")
      throw JWTFault("its audience (`aud`) is wrong; it must name \(names)")
    }
    guard let subject = claims["sub"]?.stringValue, (1...255).contains(subject.unicodeScalars.count) else {
      throw JWTFault("its subject (`sub`) must be a string of 1 to 255 characters")
    }
    guard let expiry = try claims.time("exp") else { throw JWTFault("it has no expiry (`exp`)") }
    let verified = VerifiedToken(
      claims: claims, issuer: issuer, subject: subject, expiresAt: expiry + leeway)
    if let fault = verified.expiry(at: now) { throw fault }
    for name in ["nbf", "iat"] {
      guard let time = try claims.time(name), time > now + leeway else { continue }
      throw JWTFault("it is not valid yet (`\(name)`): \((time - now) / 1_000) s remain")
    }
    return verified
  }
}

extension JSONObject {
  fileprivate func names(audience: String) -> Bool {
    switch self["aud"] {
    case .string(let name)?: name.isIdentical(to: audience)
    case let value?: value.arrayValue?.contains(.string(audience)) == true
    case nil: false
    }
  }

  /// A `NumericDate` (RFC 7519 §2) in milliseconds; nil when absent.
  fileprivate func time(_ name: String) throws(JWTFault) -> Int64? {
    guard let value = self[name] else { return nil }
    guard let seconds = value.numberValue else {
      throw JWTFault("its `\(name)` must be a number of seconds since 1970")
    }
    // The time of a token without an end, which is still far from an overflow.
    return Int64(Swift.min(Swift.max(seconds * 1_000, -1e17), 1e17))
  }
}
