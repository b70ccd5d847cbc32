import Support

/// The metrics of a store, shared by its threads.
final class StoreCounters: Sendable {
  /// Writes of each committed transaction, and its duration.
  let batches = Histogram.sizes()
  let commits = Histogram.durations()
  let failures = Counter()
  let overtaken = Counter()
  let exclusiveCommits = Counter()
  let unknownOutcomes = Counter()
  let checks = Counter()
  let checkedSessions = Counter()
  let catchUps = Counter()
  let hintsSent = Counter()
  let hintsReceived = Counter()
  let reconnections = Counter()
}

extension SharedPersistence {
  /// Writes the store's metrics. Waits for a short read, so it must not run on an event loop.
  package func report(in text: inout MetricsText) {
    text.gauge("navstate_journal_waiting", "Writes that wait for the next commit.", waitingWrites)
    text.gauge("navstate_journal_reads_waiting", "Reads that wait for the journal's reader.", reads.count)
    text.counter("navstate_journal_failures_total", "Transactions that failed.", counters.failures.value)
    text.histogram(
      "navstate_journal_batch_size", "Writes per transaction that had any.", counters.batches)
    text.histogram(
      "navstate_journal_commit_duration_seconds", "Duration of a transaction, including its fsync.", counters.commits)
    text.gauge("navstate_store_polling", "1: no notifications arrive, so the database is polled.", isPolling ? 1 : 0)
    text.gauge(
      "navstate_store_heartbeat_age_seconds", "Seconds since this server's last heartbeat.",
      Int(heartbeat.age / 1_000))
    text.begin(
      "navstate_store_clock_offset_seconds", .gauge, "By how much this machine's clock is ahead of the database's.")
    text.series(Double(clock.machineOffset) / 1_000)
    text.counter(
      "navstate_store_unknown_outcomes_total", "Transactions that were sent again because their outcome was unknown.",
      counters.unknownOutcomes.value)
    text.counter("navstate_store_checks_total", "Statements that compare sessions.", counters.checks.value)
    text.counter(
      "navstate_store_checked_sessions_total", "Sessions that were compared.", counters.checkedSessions.value)
    text.counter(
      "navstate_store_catch_ups_total", "Sessions that followed the commits of other servers.", counters.catchUps.value)
    text.counter("navstate_store_hints_sent_total", "Notifications sent.", counters.hintsSent.value)
    text.counter("navstate_store_hints_received_total", "Notifications received.", counters.hintsReceived.value)
    text.counter(
      "navstate_store_reconnections_total", "New connections for notifications.", counters.reconnections.value)
    reportTotals(in: &text)
  }
}
