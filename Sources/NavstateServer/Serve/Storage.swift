import Support
import SQLiteJournal
import Sessions
import PostgresJournal
import Webhooks

/// The storage of a server: a journal, and the content that is read at the start.
protocol Storage: Journal {
  /// Milliseconds since 1970, by the clock that decides what is due or old: this machine's, or that of the database that
  /// nodes share.
  var time: WallClock { get }

  /// All stored versions of apps.
  func apps() throws(JournalFailure) -> [StoredApp]
  /// The keys of all apps.
  func rollouts() throws(JournalFailure) -> [StoredRollout]
  func appKeys() throws(JournalFailure) -> [StoredAppKey]
  /// All operators.
  func operators() throws(JournalFailure) -> [StoredOperator]
  /// All batch jobs, ordered by id.
  func batches() throws(JournalFailure) -> [StoredBatch]
  /// A page of the counts of flows of an app, in the order of their keys.
  func flows(of app: String, after last: StoredFlow?) throws(JournalFailure) -> [StoredFlow]

  /// The store of webhooks and their pending deliveries.
  ///
  /// - Parameter onFailure: Called when the state of a webhook could not be written.
  func deliveryStorage(onFailure: @escaping @Sendable (JournalFailure) -> Void) -> any DeliveryStorage
  /// Sets the listener for new deliveries, which gets the names of their webhooks.
  func announceDeliveries(to listener: @escaping @Sendable ([String]) -> Void)

  /// Writes the metrics of the storage.
  func report(in text: inout MetricsText)
  /// Completes all work. Blocks.
  ///
  /// - Returns: The failure of the last update of tables.
  func end() -> JournalFailure?
}

extension Storage {
  /// Blocks until a write is durable.
  func store(_ write: Write) throws(JournalFailure) {
    try waiting { () async throws(JournalFailure) in
      guard try await self.store(write, as: nil) else { throw .unavailable("the queue of writes is full") }
    }
  }
}

extension SQLiteJournal: Storage {
  var time: WallClock { wallClock }

  func deliveryStorage(onFailure: @escaping @Sendable (JournalFailure) -> Void) -> any DeliveryStorage {
    deliveries(onFailure: onFailure)
  }

  func end() -> JournalFailure? { close() }
}

extension SharedPersistence: Storage {
  var time: WallClock { { [clock] in clock.now } }

  func apps() throws(JournalFailure) -> [StoredApp] {
    try waiting { () async throws(JournalFailure) in try await self.apps() }
  }

  func rollouts() throws(JournalFailure) -> [StoredRollout] {
    try waiting { () async throws(JournalFailure) in try await self.rollouts() }
  }

  func appKeys() throws(JournalFailure) -> [StoredAppKey] {
    try waiting { () async throws(JournalFailure) in try await self.appKeys() }
  }

  func operators() throws(JournalFailure) -> [StoredOperator] {
    try waiting { () async throws(JournalFailure) in try await self.operators() }
  }

  func batches() throws(JournalFailure) -> [StoredBatch] {
    try waiting { () async throws(JournalFailure) in try await self.batches() }
  }

  func flows(of app: String, after last: StoredFlow?) throws(JournalFailure) -> [StoredFlow] {
    try waiting { () async throws(JournalFailure) in try await self.flows(of: app, after: last) }
  }

  func deliveryStorage(onFailure: @escaping @Sendable (JournalFailure) -> Void) -> any DeliveryStorage {
    deliveries(onFailure: onFailure)
  }

  /// Does nothing: `NodeCatalogues` asks for deliveries regularly, since other nodes add them.
  func announceDeliveries(to listener: @escaping @Sendable ([String]) -> Void) {}

  func end() -> JournalFailure? {
    close()
    return nil
  }
}
