import Metrics

extension Postman {
  func report(in text: inout MetricsText) {
    text.gauge("navstate_messages_pending", "Messages on their way to another session.", pendingCount)
  }
}
