/// What has happened to deliveries, for the log.
package enum WebhookReport: Sendable, Equatable {
  /// - Parameters:
  ///   - failures: How often the delivery has failed so far.
  ///   - retriedAfter: Milliseconds.
  case failed(webhook: String, session: String, reason: String, failures: Int, retriedAfter: Int64)
  case parked(webhook: String, reason: String)
  /// What is stored of the webhook itself is unreadable: it gets nothing until it is put again.
  case damaged(webhook: String, reason: String)
  /// What waits cannot be read from the store; it is tried again.
  case unreadable(webhook: String, reason: String)
}
