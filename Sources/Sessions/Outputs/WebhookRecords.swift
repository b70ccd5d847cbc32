/// A change to the webhooks or to their pending outputs.
package enum WebhookWrite: Sendable {
  /// Adds a webhook, or replaces the one with that name and keeps its pending outputs. The result is not parked.
  case put(StoredWebhook)
  /// Removes a webhook with its pending outputs.
  case remove(String)
  /// - Parameter since: Milliseconds since 1970.
  case park(String, reason: String, since: Int64)
  case resume(String)
  /// Removes deliveries that the receivers have accepted.
  case acknowledge([Int64])
}

/// A stored webhook.
package struct StoredWebhook: Sendable, Equatable {
  package let name: String
  package let url: String
  /// The apps whose outputs are sent; empty: all.
  package let apps: [String]
  /// The names of the outputs that are sent; empty: all.
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
