/// How much is sent at once, how long is waited, and when to give up.
package struct WebhookOptions: Sendable {
  package var transport = TransportOptions()
  /// Deliveries on their way to one webhook, and to all.
  package var inFlight = 16
  package var inFlightInAll = 256
  /// Webhooks that there may be.
  package var webhooks = 100
  /// Failures in a row that park a webhook.
  package var failures = 20
  package var backoff = Backoff()

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
