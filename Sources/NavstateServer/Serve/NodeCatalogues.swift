import API
import Dispatch
import Sessions
import PostgresJournal
import Synchronization
import Webhooks

/// The catalogues of a node: apps, their keys, operators, webhooks, and batch jobs. Other nodes change them in the
/// database.
final class NodeCatalogues: Sendable {
  private let store: SharedPersistence
  private let catalogue: AppCatalogue
  private let keys: AppKeys
  private let operators: Operators
  private let webhooks: WebhookSender
  private let batches: BatchRunner
  private let log: Log
  private let isFailing = Atomic(false)
  private let known = Mutex(Known())
  private let queue = QueueExecutor(DispatchQueue(label: "navstate.catalogues", qos: .utility))
  private let calls = Mutex(Calls())

  /// The calls of `refresh`.
  private struct Calls {
    var waiting: [@Sendable () -> Void] = []
    var isReading = false

    mutating func take() -> [@Sendable () -> Void]? {
      isReading = !waiting.isEmpty
      defer { waiting = [] }
      return isReading ? waiting : nil
    }
  }

  private struct Known {
    var editions: CatalogueEditions?
    var keys: [StoredAppKey] = []
    var operators: [StoredOperator] = []
    var webhooks: [Webhook] = []
    var owned: Set<String> = []
  }

  init(
    _ store: SharedPersistence, _ catalogue: AppCatalogue, _ keys: AppKeys, _ operators: Operators,
    _ webhooks: WebhookSender, _ batches: BatchRunner, _ log: Log
  ) {
    self.store = store
    self.catalogue = catalogue
    self.keys = keys
    self.operators = operators
    self.webhooks = webhooks
    self.batches = batches
    self.log = log
  }

  /// Reads what other nodes had changed when this was called. One reading serves all that wait.
  func refresh() async {
    await awaiting { [self] done in
      let begins = calls.withLock { calls in
        calls.waiting.append { done(()) }
        defer { calls.isReading = true }
        return !calls.isReading
      }
      // Definitions are compiled and webhooks are read there, which the threads of the store must not wait for.
      if begins { Task(executorPreference: queue) { [self] in await serve() } }
    }
  }

  private func serve() async {
    // Taken before the reading, which therefore begins after each of these calls.
    while let waiting = calls.withLock({ $0.take() }) {
      await readChanges()
      for done in waiting { done() }
    }
  }

  private func readChanges() async {
    // One reading at a time uses it.
    var known = known.withLock { $0 }
    do {
      let editions = try await store.check([:]).editions
      if known.editions?.apps != editions.apps { try await readApps() }
      if known.editions?.appKeys != editions.appKeys { try await readKeys(&known) }
      if known.editions?.operators != editions.operators { try await readOperators(&known) }
      if known.editions?.webhooks != editions.webhooks { try readWebhooks(&known) }
      // While jobs run, their counts change without a new edition.
      if known.editions?.batches != editions.batches || batches.areRunning {
        batches.follow(try await store.batches())
      }
      // Last, so that after a failure all is read again. The editions are never newer than what was read.
      known.editions = editions
      takeOver(&known)
      isFailing.store(false, ordering: .relaxed)
    } catch {
      // Told once, not four times a second.
      if !isFailing.exchange(true, ordering: .relaxed) { report("\(error)") }
    }
    self.known.withLock { $0 = known }
  }

  private func report(_ reason: String) {
    log(.warning, "the apps, keys, operators and webhooks of other nodes cannot be read", ["reason": .string(reason)])
  }

  private func readApps() async throws {
    for app in try await store.apps() {
      let entry = catalogue.version(app.version, of: app.name)
      if entry?.definition != app.definition {
        Serve.add([app], to: catalogue) { app, reason in report("the app \(app.name): \(reason)") }
      } else if entry?.isWithdrawn == false, app.withdrawnAt != nil {
        catalogue.withdraw([app.version], of: app.name)
      } else if entry?.isWithdrawn == true, app.withdrawnAt == nil {
        catalogue.reinstate(app.version, of: app.name)
      }
    }
    Serve.set(try await store.rollouts(), in: catalogue) { app, reason in report("the rollout of \(app): \(reason)") }
  }

  private func readKeys(_ known: inout Known) async throws {
    let stored = try await store.appKeys()
    // Removals first: a key that replaces another one has its name.
    for key in known.keys where !stored.contains(key) { _ = keys.remove(key.name, of: key.app) }
    for key in stored { keys.add(key) }
    known.keys = stored
  }

  private func readOperators(_ known: inout Known) async throws {
    let stored = try await store.operators()
    for token in known.operators where !stored.contains(token) { _ = operators.remove(token.id) }
    for token in stored { operators.add(token) }
    known.operators = stored
  }

  private func readWebhooks(_ known: inout Known) throws {
    let store = store.deliveries { [self] in report($0.reason) }
    let stored = try store.webhooks { [self] name, reason in report("the webhook \(name): \(reason)") }
    for webhook in known.webhooks where !stored.contains(where: { $0.name == webhook.name }) {
      _ = webhooks.remove(webhook.name)
    }
    for webhook in stored where !known.webhooks.contains(webhook) { webhooks.put(webhook) }
    known.webhooks = stored
  }

  /// Begins the webhooks that belong to this node now, and looks for new deliveries of all that do.
  private func takeOver(_ known: inout Known) {
    let owned = Set(known.webhooks.map(\.name).filter(store.owns))
    for webhook in known.webhooks where owned.contains(webhook.name) && !known.owned.contains(webhook.name) {
      // From the first pending delivery on: another node may have left any of them.
      _ = webhooks.remove(webhook.name)
      webhooks.put(webhook)
    }
    known.owned = owned
    webhooks.announce(owned.sorted())
  }
}
