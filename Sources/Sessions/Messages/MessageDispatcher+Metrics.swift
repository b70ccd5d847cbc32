import Metrics

extension MessageDispatcher {
  func report(in text: inout MetricsText) {
    text.gauge("navstate_messages_pending", "Messages on their way to another session.", pendingCount)
  }
}
