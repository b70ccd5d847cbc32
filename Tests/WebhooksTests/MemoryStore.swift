import Synchronization
import Webhooks

/// Webhooks and deliveries in memory, and what was done to them.
final class MemoryStore: DeliveryStore {
  struct Content {
    var webhooks: [Webhook] = []
    var deliveries: [Delivery] = []
    var committed = 0
    var parked: [String: Webhook.Parking] = [:]
    /// Whether reading fails.
    var isBroken = false
  }

  struct Broken: Error {}

  let content = Mutex(Content())

  /// Commits an output.
  func commit(_ session: String, to webhook: String = "orders", value: String = "null") {
    content.withLock { content in
      content.committed += 1
      let seq = 1 + content.deliveries.count { $0.session == session }
      content.deliveries.append(
        Delivery(
          position: Int64(content.committed), webhook: webhook, session: session, app: "shop", seq: seq,
          revision: content.committed, at: 0, name: "paid", value: Array(value.utf8)))
    }
  }

  var waitingCount: Int { content.withLock { $0.deliveries.count } }
  var parked: [String: Webhook.Parking] { content.withLock { $0.parked } }

  func webhooks() throws -> [Webhook] { content.withLock { $0.webhooks } }

  func waiting(for webhook: String, after position: Int64, limit: Int) throws -> [WaitingDelivery] {
    try read { deliveries in
      deliveries.filter { $0.webhook == webhook && $0.position > position }.prefix(limit)
        .map { WaitingDelivery(position: $0.position, session: $0.session) }
    }
  }

  func delivery(for webhook: String, of session: String, after position: Int64) throws -> Delivery? {
    try read { $0.first { $0.webhook == webhook && $0.session == session && $0.position > position } }
  }

  func acknowledge(_ positions: [Int64]) {
    content.withLock { content in content.deliveries.removeAll { positions.contains($0.position) } }
  }

  func park(_ webhook: String, _ parking: Webhook.Parking) {
    content.withLock { $0.parked[webhook] = parking }
  }

  private func read<Value: Sendable>(_ body: ([Delivery]) -> Value) throws -> Value {
    try content.withLock { content in
      if content.isBroken { throw Broken() }
      return body(content.deliveries)
    }
  }
}
