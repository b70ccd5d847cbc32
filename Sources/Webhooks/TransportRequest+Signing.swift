import Support

extension TransportRequest {
  /// Creates the request of one attempt, signed according to the Standard Webhooks specification
  /// (https://www.standardwebhooks.com).
  ///
  /// - Parameters:
  ///   - time: The time of this attempt, in milliseconds since 1970. It is signed as well, so that a receiver can reject
  ///     replayed requests.
  ///   - traceparent: nil: the attempt is not traced.
  init(_ delivery: Delivery, to webhook: Webhook, time: Int64, traceparent: String? = nil) {
    // Standard Webhooks signs whole seconds.
    let (id, seconds, body) = (delivery.id, time / 1_000, delivery.body)
    let fields = [
      "Content-Type: application/json",
      "User-Agent: navstate",
      "webhook-id: \(id)",
      "webhook-timestamp: \(seconds)",
      "webhook-signature: \(webhook.secret.signature(id: id, seconds: seconds, body: body))",
    ]
    self.init(
      owner: webhook.name, url: webhook.url, fields: fields + (traceparent.map { ["traceparent: \($0)"] } ?? []),
      body: body)
  }
}

extension Secret {
  /// - Parameter seconds: Since 1970.
  func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
    "v1,\(Base64.encode(HMAC.sha256(Array("\(id).\(seconds).".utf8) + body, key: key)))"
  }
}
