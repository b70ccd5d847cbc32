import JSON
import Navigation
import Support

/// A JWT that an issuer has signed, with the claims that its rights follow from.
package final class VerifiedToken: Sendable {
  package let claims: JSONObject
  package let issuer: String
  package let subject: String
  /// The time from which it is not accepted, with the leeway, in milliseconds since 1970.
  package let expiresAt: Int64
  /// A hash of the issuer and the subject, which all tokens of the subject share.
  package let holder: [UInt8]
  /// The name of the holder among those of tokens.
  private let holderName: String
  /// The attributions by role, the last without one. All requests share them: each change stores the number of its own.
  private let attributions: [Attribution]

  package init(claims: JSONObject, issuer: String, subject: String, expiresAt: Int64) {
    self.claims = claims
    self.issuer = issuer
    self.subject = subject
    self.expiresAt = expiresAt
    holder = SHA256.hash(Array(issuer.utf8) + [0] + Array(subject.utf8))
    holderName = "jwt:" + holder.hexadecimal
    let name = claims["name"]?.stringValue
    attributions = (TokenRole.allCases.map(Optional.some) + [nil]).map { role in
      Attribution(.jwt, name: name, role: role, subject: subject, issuer: issuer)
    }
  }

  /// The fault of a token that has expired; nil: it has not.
  package func expiry(at now: Int64) -> JWTFault? {
    guard now >= expiresAt else { return nil }
    return JWTFault("it has expired (`exp`), leeway included, since \((now - expiresAt) / 1_000) s; get a new one")
  }

  /// The attribution of a change that the holder makes with a role.
  package func attribution(as role: TokenRole?) -> Attribution {
    attributions[role.flatMap(TokenRole.allCases.firstIndex) ?? attributions.count - 1]
  }

  /// The holder as the token of a session that has the role.
  func presented(as role: TokenRole) -> PresentedToken {
    PresentedToken(role: role, holder: holderName, by: attribution(as: role), expiresAt: expiresAt)
  }
}

// The holder of a ticket that another node redeems.
extension VerifiedToken {
  /// The token as JSON.
  package var stored: [UInt8] {
    let json: JSONObject = ["iss": .string(issuer), "until": .integer(expiresAt), "claims": .object(claims)]
    return JSONValue.object(json).bytes
  }

  /// Reads a stored token; nil for another holder, such as a hash.
  package convenience init?(stored: [UInt8]) {
    guard let json = try? JSONValue(parsing: stored, roundingNumbers: true), let issuer = json["iss"]?.stringValue,
      let claims = json["claims"]?.objectValue, let subject = claims["sub"]?.stringValue,
      let expiresAt = json["until"]?.integerValue
    else { return nil }
    self.init(claims: claims, issuer: issuer, subject: subject, expiresAt: expiresAt)
  }
}
