/// The storage of webhooks and deliveries. Called on the sender's own thread, where it may block.
///
/// The transaction that commits a change also inserts its deliveries, one for each webhook that selects the output.
/// Positions increase in commit order and are never reused, even after a deletion.
package protocol DeliveryStorage: Sendable {
  /// All webhooks with their states. Called once, at the start.
  ///
  /// - Parameter damaged: Called with the name of each unreadable webhook, which is left out, and the reason.
  func webhooks(damaged: (_ name: String, _ reason: String) -> Void) throws -> [Webhook]

  /// The pending deliveries in the order of their positions, without the outputs.
  ///
  /// - Parameter limit: The maximum number; fewer results mean that there are no more.
  func waiting(for webhook: String, after position: Int64, limit: Int) throws -> [WaitingDelivery]

  /// A session's first delivery after a position; nil if there is none.
  func delivery(for webhook: String, of session: String, after position: Int64) throws -> Delivery?

  /// Removes delivered outputs. May be asynchronous: if it fails, or the process ends before, they are delivered again
  /// after the next start.
  func acknowledge(_ positions: [Int64])

  /// Stores that a webhook is disabled. May be asynchronous, but keeps the order with later calls. Must not block: it
  /// is called under a lock.
  func park(_ webhook: String, _ parking: Webhook.Parking)

  /// Stores that a webhook is active; the same rules apply.
  func resume(_ webhook: String)
}

/// A pending delivery without its output.
package struct WaitingDelivery: Sendable, Equatable {
  package let position: Int64
  package let session: String

  /// Creates a pending delivery.
  package init(position: Int64, session: String) {
    self.position = position
    self.session = session
  }
}
