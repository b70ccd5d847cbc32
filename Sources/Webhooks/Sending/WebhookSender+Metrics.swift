import Support

extension WebhookSender {
  /// Writes the metrics of each webhook.
  package func report(in text: inout MetricsText) {
    let all = all
    func write(_ name: StaticString, _ kind: MetricsText.Kind, _ help: String, _ value: (WebhookStatus) -> Int) {
      text.begin(name, kind, help)
      for (webhook, status) in all { text.series(value(status), ["webhook": webhook.name]) }
    }
    write("navstate_webhook_deliveries_total", .counter, "Outputs delivered.") { $0.delivered }
    write("navstate_webhook_failures_total", .counter, "Attempts that failed.") { $0.failures }
    write("navstate_webhook_in_flight", .gauge, "Deliveries being sent.") { $0.inFlight }
    write("navstate_webhook_failing_sessions", .gauge, "Sessions whose next delivery waits for a retry.") {
      $0.failingSessions
    }
    write("navstate_webhook_parked", .gauge, "1 while the webhook is disabled, until it is resumed.") {
      $0.state == .active ? 0 : 1
    }
  }
}
