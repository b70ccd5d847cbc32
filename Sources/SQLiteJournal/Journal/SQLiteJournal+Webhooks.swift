import JSON
import Sessions
import Synchronization
import Webhooks

extension SQLiteJournal {
  /// The store of webhooks and their pending deliveries.
  ///
  /// - Parameter onFailure: Called when a delivery could not be removed or a webhook could not be disabled. Those
  ///   writes are repeated after the next start.
  package func deliveries(onFailure: @escaping @Sendable (JournalFailure) -> Void) -> some DeliveryStorage {
    SQLiteDeliveries(journal: self, onFailure: onFailure)
  }

  /// Sets the listener for new deliveries. It is called on the writer's thread with the names of their webhooks after a
  /// commit.
  package func announceDeliveries(to listener: @escaping @Sendable ([String]) -> Void) {
    deliveryNotifier.setListener(listener)
  }
}

/// Storage for the sender of webhooks. Reads on a connection of its own; the journal's writer writes.
private final class SQLiteDeliveries: DeliveryStorage {
  private let journal: SQLiteJournal
  private let onFailure: @Sendable (JournalFailure) -> Void
  /// Opened by the first read.
  private let connection = Mutex<DeliveryConnection?>(nil)

  init(journal: SQLiteJournal, onFailure: @escaping @Sendable (JournalFailure) -> Void) {
    self.journal = journal
    self.onFailure = onFailure
  }

  func webhooks(damaged: (_ name: String, _ reason: String) -> Void) throws -> [Webhook] {
    let row = try journal.database.openReader().statement(
      "SELECT name, url, apps, outputs, secret, parked_reason, parked_since FROM webhooks ORDER BY name")
    defer { row.reset() }
    var webhooks: [Webhook] = []
    while try row.step() {
      let state: Webhook.State =
        row.isNull(5) ? .active : .parked(Webhook.Parking(reason: row.text(5), since: row.moment(6)))
      do {
        webhooks.append(
          try Webhook(
            name: row.text(0), url: row.text(1), apps: Self.names(row.bytes(2)), outputs: Self.names(row.bytes(3)),
            secret: row.text(4), state: state))
      } catch {
        // One damaged row must not keep the other webhooks from their deliveries.
        damaged(row.text(0), "\(error)")
      }
    }
    return webhooks
  }

  private static func names(_ json: [UInt8]) throws -> [String] {
    try JSONValue(parsing: json).arrayValue?.compactMap(\.stringValue) ?? []
  }

  func waiting(for webhook: String, after position: Int64, limit: Int) throws -> [WaitingDelivery] {
    try read { connection throws(SQLiteError) in
      try connection.waiting(for: webhook, after: position, limit: limit)
    }
  }

  func delivery(for webhook: String, of session: String, after position: Int64) throws -> Delivery? {
    try read { connection throws(SQLiteError) in
      try connection.delivery(for: webhook, of: session, after: position)
    }
  }

  func acknowledge(_ positions: [Int64]) { write(.acknowledge(positions)) }

  func park(_ webhook: String, _ parking: Webhook.Parking) {
    write(.park(webhook, reason: parking.reason, since: parking.since))
  }

  func resume(_ webhook: String) { write(.resume(webhook)) }

  private func write(_ write: WebhookWrite) {
    journal.submitRegardless(.webhook(write)) { [onFailure] failure in
      if let failure { onFailure(failure) }
    }
  }

  private func read<Value: Sendable>(
    _ body: (DeliveryConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try connection.withLock { connection throws(SQLiteError) in
      do throws(SQLiteError) {
        let opened: DeliveryConnection
        if let connection {
          opened = connection
        } else {
          opened = try DeliveryConnection(journal.database.openReader())
          connection = opened
        }
        return try body(opened)
      } catch {
        // After an error the next read opens a new connection, as in `Reader`.
        connection = nil
        throw error
      }
    }
  }
}

/// A connection that reads deliveries, with its statements.
private final class DeliveryConnection {
  private let waiting: Statement
  private let delivery: Statement

  init(_ connection: Connection) throws(SQLiteError) {
    waiting = connection.statement(
      """
      SELECT position, session
      FROM deliveries INDEXED BY deliveries_by_webhook
      WHERE webhook = ? AND position > ?
      ORDER BY position
      LIMIT ?
      """)
    delivery = connection.statement(
      """
      SELECT position, app, seq, revision, at, name, value, credential, request
      FROM deliveries INDEXED BY deliveries_by_session
      WHERE webhook = ? AND session = ? AND position > ?
      ORDER BY position
      LIMIT 1
      """)
  }

  func waiting(for webhook: String, after position: Int64, limit: Int) throws(SQLiteError) -> [WaitingDelivery] {
    waiting.bind(webhook)
    waiting.bind(position)
    waiting.bind(limit)
    return try waiting.fetchAll { row in WaitingDelivery(position: row.integer(0), session: row.text(1)) }
  }

  func delivery(for webhook: String, of session: String, after position: Int64) throws(SQLiteError) -> Delivery? {
    delivery.bind(webhook)
    delivery.bind(session)
    delivery.bind(position)
    return try delivery.fetchOne { row throws(SQLiteError) in
      Delivery(
        position: row.integer(0), webhook: webhook, session: session, app: row.text(1), seq: row.count(2),
        revision: row.count(3), at: row.moment(4),
        origin: ChangeOrigin.members(row.isNull(7) ? nil : row.bytes(7), row.isNull(8) ? nil : row.bytes(8)),
        name: row.text(5),
        value: try row.json(6, "the value of delivery \(row.integer(0))"))
    }
  }
}
