import API
import Dispatch
import Sessions
import PostgresJournal
import Synchronization
import Webhooks

/// The catalogues of a node: apps, their keys, webhooks, and batch jobs. Other nodes change them in the database.
final class NodeCatalogues: Sendable {
  private let store: SharedPersistence
  private let catalogue: AppCatalogue
  private let keys: AppKeys
  private let webhooks: WebhookSender
  private let batches: BatchRunner
  private let onFailure: @Sendable (String) -> Void
  private let isFailing = Atomic(false)
  private let known = Mutex(Known())
  private let queue = DispatchQueue(label: "navstate.catalogues", qos: .utility)
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  private struct Known {
    var editions: CatalogueEditions?
    var keys: [StoredAppKey] = []
    var webhooks: [Webhook] = []
    var owned: Set<String> = []
  }

  init(
    _ store: SharedPersistence, _ catalogue: AppCatalogue, _ keys: AppKeys, _ webhooks: WebhookSender,
    _ batches: BatchRunner, onFailure: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.catalogue = catalogue
    self.keys = keys
    self.webhooks = webhooks
    self.batches = batches
    self.onFailure = onFailure
  }

  /// Reads what other nodes had changed when this was called, and calls `done` then. One reading serves all that wait.
  func refresh(_ done: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(done) }
    queue.async { [self] in
      // Taken before the reading, which therefore begins after each of these calls.
      let all = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      // An earlier turn of the queue has served all calls.
      guard !all.isEmpty else { return }
      refresh()
      for done in all { done() }
    }
  }

  private func refresh() {
    do {
      let editions = try NavstateServer.waiting { store.check([:], checked: $0) }.get().editions
      try known.withLock { known in
        if known.editions?.apps != editions.apps { try readApps() }
        if known.editions?.appKeys != editions.appKeys { try readKeys(&known) }
        if known.editions?.webhooks != editions.webhooks { try readWebhooks(&known) }
        // While jobs run, their counts change without a new edition.
        if known.editions?.batches != editions.batches || batches.areRunning { batches.follow(try store.batches()) }
        // Last, so that after a failure all is read again. The editions are never newer than what was read.
        known.editions = editions
        takeOver(&known)
      }
      isFailing.store(false, ordering: .relaxed)
    } catch {
      // Told once, not four times a second.
      if !isFailing.exchange(true, ordering: .relaxed) { onFailure("\(error)") }
    }
  }

  private func readApps() throws {
    for app in try store.apps() {
      let entry = catalogue.version(app.version, of: app.name)
      if entry?.definition != app.definition {
        Serve.add([app], to: catalogue) { app, reason in onFailure("the app \(app.name): \(reason)") }
      } else if entry?.isWithdrawn == false, app.withdrawnAt != nil {
        catalogue.withdraw([app.version], of: app.name)
      } else if entry?.isWithdrawn == true, app.withdrawnAt == nil {
        catalogue.reinstate(app.version, of: app.name)
      }
    }
  }

  private func readKeys(_ known: inout Known) throws {
    let stored = try store.appKeys()
    // Removals first: a key that replaces another one has its name.
    for key in known.keys where !stored.contains(key) { _ = keys.remove(key.name, of: key.app) }
    for key in stored { keys.add(key) }
    known.keys = stored
  }

  private func readWebhooks(_ known: inout Known) throws {
    let store = store.deliveries { [onFailure] in onFailure($0.reason) }
    let stored = try store.webhooks { [onFailure] name, reason in onFailure("the webhook \(name): \(reason)") }
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
