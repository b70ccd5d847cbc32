import Support
import Sessions
import Synchronization
import Webhooks

/// Webhooks and their pending deliveries. Reads on a connection of its own; the store's writer writes.
///
/// A webhook belongs to one of the living servers. To the others it has no pending deliveries.
final class StoreDeliveries: DeliveryStorage {
  private let store: SharedPersistence
  private let onFailure: @Sendable (JournalFailure) -> Void
  private let slot: Mutex<ReadSlot>

  /// A connection in a lock.
  private struct ReadSlot: @unchecked Sendable {
    /// Used only while the lock is held.
    let slot: ConnectionSlot
  }

  init(_ store: SharedPersistence, onFailure: @escaping @Sendable (JournalFailure) -> Void) {
    self.store = store
    self.onFailure = onFailure
    slot = Mutex(ReadSlot(slot: ConnectionSlot(store.source, .reader)))
  }

  func webhooks(damaged: (_ name: String, _ reason: String) -> Void) throws -> [Webhook] {
    let stored = try read { connection throws(PostgresError) in
      try connection.run(Self.webhooks).rows.map(StoredRow.init)
    }
    return stored.compactMap { row in
      do {
        return try row.webhook()
      } catch {
        damaged(row.name, "\(error)")
        return nil
      }
    }
  }

  func waiting(for webhook: String, after position: Int64, limit: Int) throws -> [WaitingDelivery] {
    guard store.owns(webhook), store.clock.failure == nil else { return [] }
    return try read { connection throws(PostgresError) in
      var parameters = PostgresParameters()
      parameters.append(webhook)
      parameters.append(position)
      parameters.append(Int64(limit))
      return try connection.run(Self.waiting, parameters).rows.map { row in
        WaitingDelivery(position: row.integer(0), session: row.session(1).text)
      }
    }
  }

  func delivery(for webhook: String, of session: String, after position: Int64) throws -> Delivery? {
    guard store.owns(webhook), store.clock.failure == nil, let id = SessionID(session) else { return nil }
    return try read { connection throws(PostgresError) -> Delivery? in
      var parameters = PostgresParameters()
      parameters.append(webhook)
      parameters.append(id)
      parameters.append(position)
      guard let row = try connection.run(Self.delivery, parameters).first else { return nil }
      return Delivery(
        position: row.integer(0), webhook: webhook, session: session, app: row.text(1), seq: row.count(2),
        revision: row.count(3), at: row.moment(4),
        origin: ChangeOrigin.members(row.optionalBytes(7), row.optionalBytes(8)), name: row.text(5), value: row.bytes(6)
      )
    }
  }

  func acknowledge(_ positions: [Int64]) { write(.acknowledge(positions)) }

  func park(_ webhook: String, _ parking: Webhook.Parking) {
    write(.park(webhook, reason: parking.reason, since: parking.since))
  }

  func resume(_ webhook: String) { write(.resume(webhook)) }

  private func write(_ write: WebhookWrite) {
    store.submitRegardless(.webhook(write)) { [onFailure] failure in
      if let failure { onFailure(failure) }
    }
  }

  private func read<Value: Sendable>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let deadline = Deadline(in: store.options.timeout)
    return try slot.withLock { slot throws(PostgresError) in try slot.slot.read(until: deadline, body) }
  }

  // Names are any UTF-8 and may have commas, so the lists are passed in hexadecimal digits.
  private static let webhooks = PostgresStatement(
    "webhooks",
    """
    SELECT name, url, secret, parked_reason, parked_since,
      (SELECT coalesce(string_agg(encode(app, 'hex'), ','), '') FROM unnest(apps) AS app),
      (SELECT coalesce(string_agg(encode(output, 'hex'), ','), '') FROM unnest(outputs) AS output)
    FROM webhooks
    ORDER BY name
    """)
  /// A transaction with a lower position may still commit, so only positions before the oldest open one are read.
  private static let waiting = PostgresStatement(
    "waitingDeliveries",
    """
    SELECT position, session
    FROM deliveries
    WHERE webhook = $1::text AND position > $2::int8
      AND position < pg_snapshot_xmin(pg_current_snapshot())::text::int8 << 20
    ORDER BY position
    LIMIT $3::int8
    """)
  private static let delivery = PostgresStatement(
    "nextDelivery",
    """
    SELECT position, app, seq, revision, at, name, value, credential, request
    FROM deliveries
    WHERE webhook = $1::text AND session = $2::uuid AND position > $3::int8
    ORDER BY position
    LIMIT 1
    """)
}

/// The row of a webhook.
private struct StoredRow: Sendable {
  let name: String
  private let url: String
  private let secret: String
  private let state: Webhook.State
  private let apps: String
  private let outputs: String

  init(_ row: PostgresRow) {
    (name, url, secret, apps, outputs) = (row.text(0), row.text(1), row.text(2), row.text(5), row.text(6))
    state = row.isNull(3) ? .active : .parked(Webhook.Parking(reason: row.text(3), since: row.moment(4)))
  }

  func webhook() throws -> Webhook {
    try Webhook(
      name: name, url: url, apps: Self.names(apps), outputs: Self.names(outputs), secret: secret, state: state)
  }

  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").compactMap {
      [UInt8](hexadecimal: String($0)).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension SharedPersistence {
  /// The store of webhooks and their pending deliveries.
  ///
  /// - Parameter onFailure: Called when a write failed.
  package func deliveries(onFailure: @escaping @Sendable (JournalFailure) -> Void) -> any DeliveryStorage {
    StoreDeliveries(self, onFailure: onFailure)
  }

  /// Whether the work with a name, such as a webhook, belongs to this server.
  package func owns(_ name: String) -> Bool { heartbeat.membership?.owns(name) ?? false }

  /// Applies the missing migrations to a database.
  ///
  /// - Returns: The names of the applied ones.
  package static func migrate(_ options: StoreOptions) throws(StoreError) -> [String] {
    try StoreSchema(try ConnectionSource(options)).migrate()
  }
}
