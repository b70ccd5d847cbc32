import Navigation

/// A client's key for a request. A retry with the same key is not carried out again.
package struct IdempotencyKey: Sendable {
  package let text: String
  /// SHA-256 of the request. A different request under the same key is an error.
  package let fingerprint: [UInt8]
  /// Renders the response to a refusal, to be stored with the key.
  package let render: @Sendable (ActionError) -> StoredResponse

  package init(
    text: String, fingerprint: [UInt8],
    render: @escaping @Sendable (ActionError) -> StoredResponse
  ) {
    self.text = text
    self.fingerprint = fingerprint
    self.render = render
  }
}

/// A response that is stored with an idempotency key.
package struct StoredResponse: Sendable, Equatable {
  package let status: Int
  package let body: [UInt8]

  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
