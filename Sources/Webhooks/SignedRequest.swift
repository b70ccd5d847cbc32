import Digest

/// What goes to a receiver: one copy of a delivery, signed by the Standard Webhooks specification
/// (https://www.standardwebhooks.com).
struct SignedRequest: Sendable, Equatable {
  let url: String
  /// `Name: value`.
  let fields: [String]
  let body: [UInt8]

  /// - Parameter time: When this copy is sent, in milliseconds since 1970. Signed too, so that a receiver can refuse what
  ///   somebody has recorded and sends again much later.
  init(_ delivery: Delivery, to webhook: Webhook, time: Int64) {
    let (id, seconds, body) = (delivery.id, time / 1_000, delivery.body)
    self.url = webhook.url
    self.fields = [
      "Content-Type: application/json",
      "User-Agent: navstate",
      "webhook-id: \(id)",
      "webhook-timestamp: \(seconds)",
      "webhook-signature: \(webhook.secret.signature(id: id, seconds: seconds, body: body))",
    ]
    self.body = body
  }
}

extension Secret {
  /// - Parameter seconds: Since 1970.
  func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
    "v1,\(Base64.encode(HMAC.sha256(Array("\(id).\(seconds).".utf8) + body, key: key)))"
  }
}
