import Synchronization
import Support

@testable import Webhooks

/// A store in memory, with a record of the sender's calls.
final class MemoryDeliveryStorage: DeliveryStorage {
  struct Content {
    var webhooks: [Webhook] = []
    var deliveries: [Delivery] = []
    var committed = 0
    var parked: [String: Webhook.Parking] = [:]
    var reports: [WebhookReport] = []
    /// The number of outputs of each session.
    var seqs: [String: Int] = [:]
  }

  let content = Mutex(Content())
  /// Signalled when the sender calls the store.
  private let wakeup: EventFD

  struct NothingHappened: Error {}

  init() {
    guard let wakeup = EventFD() else { fatalError("no file descriptor is available") }
    self.wakeup = wakeup
  }

  /// Waits until a condition holds, for at most 10 seconds between two calls of the sender.
  func wait(until isDone: (Content) -> Bool) throws {
    while !content.withLock({ isDone($0) }) {
      guard wakeup.wait(milliseconds: 10_000) else { throw NothingHappened() }
      wakeup.clear()
    }
  }

  /// Records a report of the sender.
  @Sendable func record(_ report: WebhookReport) {
    content.withLock { $0.reports.append(report) }
    wakeup.signal()
  }

  /// Commits an output.
  func commit(_ session: String, to webhook: String = "orders", value: String = "null") {
    content.withLock { content in
      content.committed += 1
      content.seqs[session, default: 0] += 1
      content.deliveries.append(
        Delivery(
          position: Int64(content.committed), webhook: webhook, session: session, app: "shop",
          seq: content.seqs[session, default: 0], revision: content.committed, at: 0, origin: [], name: "paid",
          value: Array(value.utf8)))
    }
  }

  var reports: [WebhookReport] { content.withLock { $0.reports } }

  func webhooks(damaged: (_ name: String, _ reason: String) -> Void) throws -> [Webhook] {
    content.withLock { $0.webhooks }
  }

  func waiting(for webhook: String, after position: Int64, limit: Int) throws -> [WaitingDelivery] {
    content.withLock { content in
      content.deliveries.filter { $0.webhook == webhook && $0.position > position }.prefix(limit)
        .map { WaitingDelivery(position: $0.position, session: $0.session) }
    }
  }

  func delivery(for webhook: String, of session: String, after position: Int64) throws -> Delivery? {
    content.withLock { content in
      content.deliveries.first { $0.webhook == webhook && $0.session == session && $0.position > position }
    }
  }

  func acknowledge(_ positions: [Int64]) {
    content.withLock { content in content.deliveries.removeAll { positions.contains($0.position) } }
    wakeup.signal()
  }

  func resume(_ webhook: String) {
    content.withLock { $0.parked[webhook] = nil }
    wakeup.signal()
  }

  func park(_ webhook: String, _ parking: Webhook.Parking) {
    content.withLock { $0.parked[webhook] = parking }
    wakeup.signal()
  }
}
