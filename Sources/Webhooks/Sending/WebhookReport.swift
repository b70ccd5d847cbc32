/// Events of deliveries, for the log.
package enum WebhookReport: Sendable, Equatable {
  /// - Parameters:
  ///   - failures: The number of failures of the delivery so far.
  ///   - retriedAfter: Milliseconds.
  case failed(webhook: String, session: String, reason: String, failures: Int, retriedAfter: Int64)
  case parked(webhook: String, reason: String)
  /// The stored webhook is unreadable. It gets no deliveries until it is put again.
  case damaged(webhook: String, reason: String)
  /// Pending deliveries cannot be read from the store; the read is retried.
  case unreadable(webhook: String, reason: String)
}
