import Glibc
import Support
import Sessions

extension SQLiteJournal {
  /// Writes the journal's metrics. Waits for a short read, so it must not run on an event loop.
  package func report(in text: inout MetricsText) {
    let metrics = statistics
    text.gauge("navstate_journal_waiting", "Writes that wait for the next commit.", metrics.waiting)
    text.gauge("navstate_journal_reads_waiting", "Reads that wait for the journal's reader.", queries.count)
    text.counter("navstate_journal_commits_total", "Transactions committed.", metrics.commits)
    text.counter("navstate_journal_failures_total", "Transactions that failed.", metrics.failures)
    text.histogram(
      "navstate_journal_batch_size", "Writes per transaction that had any.", counters.batches)
    text.histogram(
      "navstate_journal_commit_duration_seconds", "Duration of a transaction, including its fsync.", counters.commits)
    text.counter("navstate_journal_snapshots_total", "Snapshots of sessions stored.", metrics.snapshots)
    text.gauge(
      "navstate_journal_sessions_behind", "Sessions with changes after their snapshots.", metrics.sessionsBehind)
    text.counter(
      "navstate_journal_checkpoints_total", "Checkpoints of the write-ahead log.",
      metrics.checkpoints + metrics.writerCheckpoints)
    text.counter("navstate_journal_failed_checkpoints_total", "Checkpoints that failed.", metrics.failedCheckpoints)
    reportTotals(in: &text)
    text.gauge("navstate_database_bytes", "Size of the database file.", Self.size(of: database.path))
    text.gauge("navstate_database_log_bytes", "Size of the write-ahead log.", Self.size(of: database.path + "-wal"))
  }

  /// Writes the numbers of keys and labels; nothing when the database cannot be read.
  private func reportTotals(in text: inout MetricsText) {
    do throws(JournalFailure) {
      guard let totals = try waiting(for: totals) else { return }
      text.gauge("navstate_session_keys", "Keys of stored sessions.", Int(totals.keys))
      text.gauge("navstate_session_labels", "Labels of stored sessions.", Int(totals.labels))
    } catch {
      return
    }
  }

  /// 0 for a missing file: before the first write there is no log.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
