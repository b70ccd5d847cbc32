import Metrics

extension MessageDispatcher {
  func report(in text: inout MetricsText) {
    text.gauge("navstate_messages_pending", "Undelivered messages to other sessions.", pendingCount)
  }
}
