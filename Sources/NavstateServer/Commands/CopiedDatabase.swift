import Glibc
import SQLiteJournal
import Sessions
import PostgresJournal
import Webhooks

/// A store that is copied, or copied into. No server uses it meanwhile.
struct CopiedDatabase {
  let journal: any Storage
  let catalogue: AppCatalogue
  let registry: SessionRegistry

  /// - Parameter place: A data folder, or the URL of a database.
  init(_ place: String, _ program: ServerProgram) throws {
    self.init(try Self.open(place), program)
  }

  init(_ journal: any Storage, _ program: ServerProgram) {
    self.journal = journal
    catalogue = AppCatalogue(compiled: program.apps, features: program.features)
    var limits = SessionLimits()
    limits.memory = 64 << 20
    // The server of the source has accepted its sessions, perhaps with other limits.
    limits.stateSize = .max
    limits.archiveLine = 256 << 20
    limits.timers.count = .max
    registry = SessionRegistry(
      environment: SessionEnvironment(journal: journal, now: journal.time, limits: limits), catalogue: catalogue)
  }

  func close() { _ = journal.end() }

  /// Whether a place is the URL of a database.
  static func isURL(_ place: String) -> Bool { place.hasPrefix("postgres://") || place.hasPrefix("postgresql://") }

  private static func open(_ place: String) throws -> any Storage {
    guard isURL(place) else { return try SQLiteJournal(directory: place, clock: wallClock) }
    let store = try SharedPersistence(StoreOptions(target: place), clock: wallClock)
    // A node that was killed counts as living for two seconds.
    for _ in 0..<30 where store.livingNodes.count > 1 { usleep(100_000) }
    guard store.livingNodes.count <= 1 else {
      _ = store.end()
      throw CommandError("the database is in use by \(store.livingNodes.count - 1) nodes: stop them")
    }
    return store
  }

  /// Loads the stored apps.
  func load() throws { try Serve.loadStoredApps(of: journal, into: catalogue) }

  /// Counts the last changes of a server that was killed, as its next start does.
  func catchUp() throws {
    registry.catchUp()
    waiting { await registry.waitUntilCaughtUp() }
  }

  /// Refuses a store with work that exists only in tables that are not copied.
  func refusePendingWork() throws {
    // Pending work belongs to no session, and the server of the source ends it by itself (docs/decisions/0023).
    guard try waiting(for: { try await journal.messages(MessageQuery(after: 0, limit: 1)) }).messages.isEmpty else {
      throw CommandError("messages between sessions are pending: start the server until they are delivered")
    }
    let deliveries = deliveries
    for webhook in try webhooks() where try !deliveries.waiting(for: webhook.name, after: 0, limit: 1).isEmpty {
      throw CommandError(
        "deliveries of the webhook \"\(webhook.name)\" are pending: start the server until they are "
          + "delivered, or delete the webhook")
    }
    if let running = try journal.batches().first(where: { $0.state == "running" }) {
      throw CommandError("the batch job \(running.id.text) is running: let it end, or cancel it")
    }
  }

  private var deliveries: any DeliveryStorage { journal.deliveryStorage { _ in } }

  private func webhooks() throws -> [Webhook] {
    var damaged: String?
    let webhooks = try deliveries.webhooks { name, reason in damaged = "the webhook \"\(name)\": \(reason)" }
    if let damaged { throw CommandError(damaged) }
    return webhooks
  }

  /// The content beside the sessions and the batch jobs.
  func parts() throws -> CopiedParts {
    CopiedParts(
      apps: try journal.apps(), rollouts: try journal.rollouts(), keys: try journal.appKeys(),
      operators: try journal.operators(),
      webhooks: try webhooks()
    )
  }

  /// Adds what is missing.
  ///
  /// - Returns: The numbers of all parts.
  func add(_ parts: CopiedParts) throws -> String {
    let present = try self.parts()
    for app in parts.apps { try add(app, unlessIn: present.apps) }
    for item in parts.rollouts where !present.rollouts.contains(item) {
      try write(.rollout(try rollout(item), of: item.app))
    }
    for key in parts.keys where !present.keys.contains(key) { try write(.appKey(.add(key))) }
    for token in parts.operators where !present.operators.contains(token) { try write(.operators(.add(token))) }
    for webhook in parts.webhooks where !present.webhooks.contains(webhook) {
      let stored = StoredWebhook(
        name: webhook.name, url: webhook.url, apps: webhook.apps, outputs: webhook.outputs, secret: webhook.secret.text)
      try write(.webhook(.put(stored)))
      guard case .parked(let parking) = webhook.state else { continue }
      try write(.webhook(.park(webhook.name, reason: parking.reason, since: parking.since)))
    }
    return "app versions: \(parts.apps.count); rollouts: \(parts.rollouts.count); app keys: \(parts.keys.count); "
      + "operators: \(parts.operators.count); webhooks: \(parts.webhooks.count)"
  }

  private func rollout(_ item: StoredRollout) throws -> Rollout {
    do throws(CorruptSession) { return try Rollout(stored: item.text) } catch {
      throw CommandError("the rollout of \"\(item.app)\" is damaged: \(error.detail)")
    }
  }

  private func add(_ app: StoredApp, unlessIn present: [StoredApp]) throws {
    let known = present.first { $0.name == app.name && $0.version == app.version }
    if let known, known.definition != app.definition {
      throw CommandError("the target defines \"\(app.name)\" version \(app.version) otherwise")
    }
    if known == nil { try write(.define(app)) }
    guard let time = app.withdrawnAt, known?.withdrawnAt == nil else { return }
    try write(.withdraw(app: app.name, versions: [app.version], at: time))
  }

  /// The batch jobs.
  func batches() throws -> [StoredBatch] { try journal.batches() }

  /// Adds the batch jobs that are missing.
  ///
  /// - Returns: The number of all.
  func add(_ batches: [StoredBatch]) throws -> Int {
    let present = Set(try self.batches().map(\.id))
    for batch in batches where !present.contains(batch.id) { try write(.batch(.add(batch, record: nil))) }
    return batches.count
  }

  /// A page of sessions in the order of their ids.
  func sessions(after last: SessionID?) throws -> [SessionSummary] {
    try waiting { try await journal.sessions(SummaryQuery(after: last, limit: 1_000)) }
  }

  /// The sessions with these ids that exist.
  func summaries(of ids: [SessionID]) throws -> [SessionID: SessionSummary] {
    let query = SummaryQuery(after: nil, limit: ids.count, index: .sessions(ids))
    let found = try waiting { try await journal.sessions(query) }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
  }

  func write(_ write: Write) throws {
    do throws(JournalFailure) { try journal.store(write) } catch { throw CommandError(error.reason) }
  }
}

/// The content of a store beside its sessions and batch jobs.
struct CopiedParts {
  let apps: [StoredApp]
  let rollouts: [StoredRollout]
  let keys: [StoredAppKey]
  let operators: [StoredOperator]
  let webhooks: [Webhook]
}
