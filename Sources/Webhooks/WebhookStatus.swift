/// How a webhook is doing.
package struct WebhookStatus: Sendable, Equatable {
  package var state: Webhook.State
  package var inFlight: Int
  /// Sessions whose next delivery has failed and is waiting to be tried again.
  package var failingSessions: Int
  /// Since the start of the server.
  package var delivered: Int
  package var failures: Int
  /// Nil when nothing has failed since the last success.
  package var lastFailure: String?
}
