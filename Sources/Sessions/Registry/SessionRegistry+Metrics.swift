import Metrics

extension SessionRegistry {
  /// Writes the figures of all sessions in memory. Takes the lock of each for a moment: not for an event loop.
  package func report(in text: inout MetricsText) {
    environment.actions.report(in: &text)
    text.counter(
      "navstate_history_trims_total", "Histories that were pruned since they took more than --history-bytes.",
      environment.trims.value)
    let load = loadedStores.map(\.load)
    text.gauge("navstate_sessions_loaded", "Sessions in memory.", load.count)
    text.gauge(
      "navstate_sessions_damaged", "Sessions that were found to be damaged, and not deleted.",
      environment.quarantine.count)
    text.gauge("navstate_sessions_memory_bytes", "About how much memory they take.", memory.used)
    text.gauge(
      "navstate_memory_counted_bytes",
      "About how much memory all takes that clients can make grow: sessions, connections, definitions, leases.",
      memory.budget.used)
    text.gauge(
      "navstate_actions_waiting", "Changes of sessions that are not durable yet.", load.reduce(0) { $0 + $1.pending })
    text.gauge(
      "navstate_listeners", "Who listens to a session: event streams, and requests that wait for a change.",
      load.reduce(0) { $0 + $1.listeners })
    environment.timerScheduler.report(in: &text)
    environment.messageDispatcher.report(in: &text)
  }
}

extension SessionStore {
  /// What waits in the session, and for it.
  fileprivate var load: (pending: Int, listeners: Int) {
    state.withLock { ($0.pending.count, $0.subscriptions.count) }
  }
}
