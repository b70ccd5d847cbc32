import Support

extension MessageDispatcher {
  func report(in text: inout MetricsText) {
    text.gauge("navstate_messages_pending", "Undelivered messages to other sessions.", pendingCount)
    text.begin("navstate_messages_dropped_total", .counter, "Messages that were not carried out.")
    text.series(refused.load(ordering: .relaxed), ["reason": "refused"])
    text.series(withoutRecipient.load(ordering: .relaxed), ["reason": "no-recipient"])
  }
}
