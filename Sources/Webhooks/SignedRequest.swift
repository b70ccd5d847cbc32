import Support

/// The request of one attempt, signed according to the Standard Webhooks specification
/// (https://www.standardwebhooks.com).
struct SignedRequest: Sendable, Equatable {
  let webhook: String
  let url: String
  /// The fields, as `Name: value`.
  let fields: [String]
  let body: [UInt8]

  /// - Parameter time: The time of this attempt, in milliseconds since 1970. It is signed as well, so that a receiver
  ///   can reject replayed requests.
  /// - Parameter traceparent: nil: the attempt is not traced.
  init(_ delivery: Delivery, to webhook: Webhook, time: Int64, traceparent: String? = nil) {
    // Standard Webhooks signs whole seconds.
    let (id, seconds, body) = (delivery.id, time / 1_000, delivery.body)
    self.webhook = webhook.name
    self.url = webhook.url
    let fields = [
      "Content-Type: application/json",
      "User-Agent: navstate",
      "webhook-id: \(id)",
      "webhook-timestamp: \(seconds)",
      "webhook-signature: \(webhook.secret.signature(id: id, seconds: seconds, body: body))",
    ]
    self.fields = fields + (traceparent.map { ["traceparent: \($0)"] } ?? [])
    self.body = body
  }
}

extension Secret {
  /// - Parameter seconds: Since 1970.
  func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
    "v1,\(Base64.encode(HMAC.sha256(Array("\(id).\(seconds).".utf8) + body, key: key)))"
  }
}
