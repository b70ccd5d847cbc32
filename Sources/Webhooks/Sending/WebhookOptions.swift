/// The limits, timeouts and retries of deliveries.
package struct WebhookOptions: Sendable {
  package var transport = TransportOptions()
  /// The limits of attempts in flight for one webhook and in total.
  package var inFlight = 16
  package var inFlightInAll = 256
  /// The maximum number of webhooks.
  package var webhooks = 100
  /// Consecutive failures that disable a webhook.
  package var failures = 20
  package var backoff = Backoff()

  /// Creates the default options.
  package init() {}

  var limits: Schedule.Limits {
    var limits = Schedule.Limits()
    limits.inFlight = inFlight
    limits.inFlightInAll = inFlightInAll
    limits.webhooks = webhooks
    limits.failures = failures
    limits.backoff = backoff
    return limits
  }
}
