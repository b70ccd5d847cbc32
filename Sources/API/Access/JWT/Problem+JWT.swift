import Sessions

extension Problem {
  /// A JWT that is not accepted.
  static func badJWT(_ fault: JWTFault) -> Problem {
    Problem(401, "bad-jwt", "The JWT is not accepted: \(fault.reason).")
  }

  /// Runs `body`, and throws its fault as a problem.
  static func ifBadJWT<Value>(_ body: () throws(JWTFault) -> Value) throws(Problem) -> Value {
    do throws(JWTFault) { return try body() } catch { throw badJWT(error) }
  }

  static let issuerUnreachable = Problem(
    503, "issuer-unreachable",
    "The keys of the JWT's issuer cannot be fetched, so that its signature cannot be checked. Retry in 5 s.",
    retryAfter: 5)
}
