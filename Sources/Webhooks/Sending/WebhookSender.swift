import Synchronization
import Threads

/// Delivers outputs to webhooks: each at least once, and those of a session in their order.
///
/// Has a thread of its own from the first webhook on, and loads libcurl when there is something to send: a server without
/// webhooks pays for neither. Does not keep anything; the store does.
package final class WebhookSender: Sendable {
  let store: any DeliveryStore
  package let options: WebhookOptions
  let clock: Clock
  let report: @Sendable (WebhookReport) -> Void
  let wakeup = Wakeup()
  let state: Mutex<State>

  struct State {
    var schedule: Schedule
    var webhooks: [String: Webhook] = [:]
    /// Whether the thread will look here before it waits.
    var isRung = false
    var isStopped = false
    var worker: Worker?
  }

  /// - Parameter report: Called on the sender's thread.
  package init(
    store: any DeliveryStore, options: WebhookOptions = WebhookOptions(), clock: Clock = .system,
    random: @escaping Randomness = { Int64.random(in: $0) }, report: @escaping @Sendable (WebhookReport) -> Void
  ) {
    self.store = store
    self.options = options
    self.clock = clock
    self.report = report
    state = Mutex(State(schedule: Schedule(limits: options.limits, random: random)))
  }

  /// Takes up what the store has; to be called once, before all others.
  package func start() throws {
    let webhooks = try store.webhooks { report(.damaged(webhook: $0, reason: $1)) }
    for webhook in webhooks { put(webhook) }
  }

  /// Sends to this webhook from now on; also in place of one of that name, whose deliveries it gets. To be called when the
  /// store has it.
  ///
  /// - Returns: Whether there was none of that name.
  @discardableResult
  package func put(_ webhook: Webhook) -> Bool {
    change { state in
      let former = state.webhooks.updateValue(webhook, forKey: webhook.name)
      unpark(webhook, &state)
      state.schedule.put(webhook.name, webhook.state)
      if state.worker == nil, !state.isStopped { state.worker = Worker { [self] in DeliveryLoop(self).run() } }
      return former == nil
    }
  }

  /// Sends to a webhook that was parked. To be called when the store has that.
  ///
  /// - Returns: false when there is no such webhook.
  package func resume(_ name: String) -> Bool {
    change { state in
      guard var webhook = state.webhooks[name] else { return false }
      webhook.state = .active
      state.webhooks[name] = webhook
      unpark(webhook, &state)
      state.schedule.put(name, .active)
      return true
    }
  }

  /// It may have been parked after the store was told otherwise, and before this: the store has to hear it once more.
  private func unpark(_ webhook: Webhook, _ state: inout State) {
    guard webhook.state == .active, case .parked? = state.schedule.status(of: webhook.name)?.state else { return }
    store.resume(webhook.name)
  }

  /// Whether there may be a webhook of that name: there is one, or fewer than there may be.
  package func hasRoom(for name: String) -> Bool {
    state.withLock { $0.webhooks[name] != nil || $0.webhooks.count < options.webhooks }
  }

  /// Sends nothing more to it, but for what is on its way. To be called when the store has removed it with what waits.
  ///
  /// - Returns: false when there is no such webhook.
  @discardableResult
  package func remove(_ name: String) -> Bool {
    change { state in
      state.schedule.remove(name)
      return state.webhooks.removeValue(forKey: name) != nil
    }
  }

  /// All webhooks, by name, each with how it is doing.
  package var all: [(webhook: Webhook, status: WebhookStatus)] {
    state.withLock { state in
      state.webhooks.values.sorted { $0.name < $1.name }.compactMap { webhook in
        state.schedule.status(of: webhook.name).map { (webhook, $0) }
      }
    }
  }

  /// Nil when there is no such webhook.
  package subscript(name: String) -> (webhook: Webhook, status: WebhookStatus)? {
    state.withLock { state in
      guard let webhook = state.webhooks[name], let status = state.schedule.status(of: name) else { return nil }
      return (webhook, status)
    }
  }

  /// There are deliveries for these webhooks in the store, committed a moment ago. Costs a lock and at most one system call.
  package func announce(_ names: [String]) {
    change { state in
      for name in names { state.schedule.announce(name) }
    }
  }

  /// Nil when there is no such webhook.
  package func status(of name: String) -> WebhookStatus? {
    state.withLock { $0.schedule.status(of: name) }
  }

  /// Gives up what is on its way, which is sent again after the next start, and ends the thread. Returns when it has ended.
  package func stop() {
    var worker: Worker?
    change { state in
      state.isStopped = true
      swap(&worker, &state.worker)
    }
    worker?.join()
  }

  private func change<Value: Sendable>(_ body: (inout sending State) -> Value) -> Value {
    let (value, wakes) = state.withLock { state in
      let value = body(&state)
      defer { state.isRung = true }
      return (value, !state.isRung)
    }
    if wakes { wakeup.signal() }
    return value
  }
}
