import Synchronization
import Support

/// Delivers outputs to webhooks: each at least once, and those of a session in order.
///
/// Starts its thread with the first webhook and loads libcurl with the first delivery, so a server without webhooks
/// pays for neither. Stores nothing itself; the `DeliveryStorage` does.
package final class WebhookSender: Sendable {
  let store: any DeliveryStorage
  /// The limits, timeouts and retries.
  package let options: WebhookOptions
  let clock: Clock
  let report: @Sendable (WebhookReport) -> Void
  let tracer: Tracer?
  let wakeup: EventFD
  let state: Mutex<State>

  struct State {
    var schedule: Schedule
    var webhooks: [String: Webhook] = [:]
    /// Whether the thread will read the state again before it waits.
    var isRung = false
    var isStopped = false
    var worker: Worker?
  }

  /// Creates a sender; `start` begins the work.
  ///
  /// - Parameters:
  ///   - tracer: nil: deliveries are not traced.
  ///   - report: Called on the sender's thread.
  package init(
    store: any DeliveryStorage, options: WebhookOptions = WebhookOptions(), clock: Clock = .system,
    random: @escaping Randomness = { Int64.random(in: $0) }, tracer: Tracer? = nil,
    report: @escaping @Sendable (WebhookReport) -> Void
  ) {
    self.store = store
    self.options = options
    self.clock = clock
    self.report = report
    self.tracer = tracer
    guard let wakeup = EventFD() else { preconditionFailure("eventfd failed: no descriptor is left") }
    self.wakeup = wakeup
    state = Mutex(State(schedule: Schedule(limits: options.limits, random: random)))
  }

  /// Loads the webhooks of the store. To be called once, before all other methods.
  package func start() throws {
    let webhooks = try store.webhooks { report(.damaged(webhook: $0, reason: $1)) }
    for webhook in webhooks { put(webhook) }
  }

  /// Adds a webhook, or replaces the one of that name, whose pending deliveries it gets. To be called after the store
  /// has saved it.
  ///
  /// - Returns: Whether the webhook is new.
  @discardableResult
  package func put(_ webhook: Webhook) -> Bool {
    change { state in
      let former = state.webhooks.updateValue(webhook, forKey: webhook.name)
      unpark(webhook, &state)
      state.schedule.put(webhook.name, webhook.state)
      return former == nil
    }
  }

  /// Resumes a disabled webhook. To be called after the store has saved that.
  ///
  /// - Returns: false if there is no such webhook.
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

  /// Repeats `resume` for the store: the webhook may have been disabled again between the caller's write and this call.
  private func unpark(_ webhook: Webhook, _ state: inout State) {
    guard webhook.state == .active, case .parked? = state.schedule.status(of: webhook.name)?.state else { return }
    store.resume(webhook.name)
  }

  /// Whether a webhook of that name can be put: it exists, or the limit is not reached.
  package func hasRoom(for name: String) -> Bool {
    state.withLock { $0.webhooks[name] != nil || $0.webhooks.count < options.webhooks }
  }

  /// Removes a webhook; attempts in flight are completed. To be called after the store has removed it with its
  /// deliveries.
  ///
  /// - Returns: false if there is no such webhook.
  @discardableResult
  package func remove(_ name: String) -> Bool {
    change { state in
      state.schedule.remove(name)
      return state.webhooks.removeValue(forKey: name) != nil
    }
  }

  /// All webhooks with their status, ordered by name.
  package var all: [(webhook: Webhook, status: WebhookStatus)] {
    state.withLock { state in
      state.webhooks.values.sorted { $0.name < $1.name }.compactMap { webhook in
        state.schedule.status(of: webhook.name).map { (webhook, $0) }
      }
    }
  }

  /// A webhook with its status; nil if there is no such webhook.
  package subscript(name: String) -> (webhook: Webhook, status: WebhookStatus)? {
    state.withLock { state in
      guard let webhook = state.webhooks[name], let status = state.schedule.status(of: name) else { return nil }
      return (webhook, status)
    }
  }

  /// Records that deliveries for these webhooks were just committed. Costs a lock and at most one system call.
  package func announce(_ names: [String]) {
    change { state in
      for name in names { state.schedule.announce(name) }
    }
  }

  /// The status of a webhook; nil if there is no such webhook.
  package func status(of name: String) -> WebhookStatus? {
    state.withLock { $0.schedule.status(of: name) }
  }

  /// Stops the sender: cancels attempts in flight, which are repeated after the next start, and waits for the end of
  /// the thread.
  package func stop() {
    var worker: Worker?
    change { state in
      // The thread is joined outside the lock, which it takes to find out that it has to end.
      state.isStopped = true
      swap(&worker, &state.worker)
    }
    worker?.join()
  }

  private func change<Value: Sendable>(_ body: (inout sending State) -> Value) -> Value {
    // One ring is enough until the thread reads the state again: a busy sender costs commits no system call.
    let (value, wakes) = state.withLock { state in
      let value = body(&state)
      // With each change until the system has a thread.
      if state.worker == nil, !state.webhooks.isEmpty, !state.isStopped {
        state.worker = Worker.ifAvailable { [self] in DeliveryLoop(self).run() }
      }
      defer { state.isRung = true }
      return (value, !state.isRung)
    }
    if wakes { wakeup.signal() }
    return value
  }
}
