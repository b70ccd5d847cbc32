import Metrics

extension SessionRegistry {
  /// Writes the metrics of all loaded sessions. Locks each session briefly, so it must not run on an event loop.
  package func report(in text: inout MetricsText) {
    environment.actions.report(in: &text)
    text.counter(
      "navstate_history_trims_total", "Histories that were pruned because they exceeded --history-bytes.",
      environment.trims.value)
    let load = loadedStores.map(\.load)
    text.gauge("navstate_sessions_loaded", "Sessions in memory.", load.count)
    text.gauge(
      "navstate_sessions_damaged", "Sessions with corrupted data that have not been deleted.",
      environment.quarantine.count)
    text.gauge("navstate_sessions_memory_bytes", "Approximate memory of the loaded sessions.", memory.used)
    text.gauge(
      "navstate_memory_counted_bytes",
      "Approximate memory that clients can grow: sessions, connections, definitions, leases.",
      memory.budget.used)
    text.gauge(
      "navstate_actions_waiting", "Pending changes that are not durable yet.", load.reduce(0) { $0 + $1.pending })
    text.gauge(
      "navstate_listeners", "Event streams, and requests that wait for a change.",
      load.reduce(0) { $0 + $1.listeners })
    environment.timerScheduler.report(in: &text)
    environment.messageDispatcher.report(in: &text)
  }
}

extension SessionStore {
  /// The number of pending changes and of subscribers.
  fileprivate var load: (pending: Int, listeners: Int) {
    state.withLock { ($0.pending.count, $0.subscriptions.count) }
  }
}
