/// The status of a webhook.
package struct WebhookStatus: Sendable, Equatable {
  package var state: Webhook.State
  package var inFlight: Int
  /// Sessions whose next delivery has failed and waits for a retry.
  package var failingSessions: Int
  /// Deliveries and failures since the start of the server.
  package var delivered: Int
  package var failures: Int
  /// The error of the last failure since the last success; nil without one.
  package var lastFailure: String?
}
