/// The reason for which a JWT is not accepted. It contains no part of the token.
package struct JWTFault: Error, Equatable, Sendable {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
