/// Where webhooks and deliveries are kept; called on the sender's own thread, where it may block.
///
/// Deliveries are put there by whoever commits a change, in the same transaction, one for each webhook that wants the
/// output. Their positions grow in the order of the commits and are never used twice, also after a deletion.
package protocol DeliveryStore: Sendable {
  /// All webhooks, as they were put and parked; asked for once, at the start.
  ///
  /// - Parameter damaged: Called with each webhook that is unreadable, which is left out, and the reason.
  func webhooks(damaged: (_ name: String, _ reason: String) -> Void) throws -> [Webhook]

  /// What waits, in the order of positions, without the outputs themselves.
  ///
  /// - Parameter limit: At most so many; fewer means that there are no more.
  func waiting(for webhook: String, after position: Int64, limit: Int) throws -> [WaitingDelivery]

  /// A session's first delivery after that position; nil when there is none, or no more.
  func delivery(for webhook: String, of session: String, after position: Int64) throws -> Delivery?

  /// Removes deliveries, which the receiver has. May be done later: what fails, or is not done before the process ends,
  /// is delivered once more after the next start.
  func acknowledge(_ positions: [Int64])

  /// Stores that a webhook is parked. May be done later, as above, but not after what is said of it later. Must not
  /// wait: it is said while nobody else can say anything.
  func park(_ webhook: String, _ parking: Webhook.Parking)

  /// Stores that a webhook is not parked; as above.
  func resume(_ webhook: String)
}

package struct WaitingDelivery: Sendable, Equatable {
  package let position: Int64
  package let session: String

  package init(position: Int64, session: String) {
    self.position = position
    self.session = session
  }
}
