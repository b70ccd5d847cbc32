/// The response to a request with an `Idempotency-Key`.
package struct IdempotencyRecord: Sendable, Equatable {
  /// nil: a request that creates a session.
  package let session: SessionID?
  package let key: String
  /// SHA-256 of the request.
  package let fingerprint: [UInt8]
  package let status: Int
  /// The session's revision in the response.
  package let revision: Int
  /// The body of the response; nil if not requested.
  package let body: [UInt8]?
  /// Milliseconds since 1970.
  package let at: Int64

  package init(
    session: SessionID?, key: String, fingerprint: [UInt8], status: Int, revision: Int, body: [UInt8]?, at: Int64
  ) {
    self.session = session
    self.key = key
    self.fingerprint = fingerprint
    self.status = status
    self.revision = revision
    self.body = body
    self.at = at
  }
}
