/// What becomes of webhooks, and of the outputs that wait for them.
package enum WebhookWrite: Sendable {
  /// New, or in place of one of that name, whose waiting outputs it gets; not parked.
  case put(StoredWebhook)
  /// With what waits for it.
  case remove(String)
  /// - Parameter since: Milliseconds since 1970.
  case park(String, reason: String, since: Int64)
  case resume(String)
  /// The receivers have these deliveries.
  case acknowledge([Int64])
}

/// A webhook as it is kept.
package struct StoredWebhook: Sendable, Equatable {
  package let name: String
  package let url: String
  /// Of which apps outputs are sent; of all when empty.
  package let apps: [String]
  /// Which outputs are; all when empty.
  package let outputs: [String]
  package let secret: String

  package init(name: String, url: String, apps: [String], outputs: [String], secret: String) {
    self.name = name
    self.url = url
    self.apps = apps
    self.outputs = outputs
    self.secret = secret
  }
}
