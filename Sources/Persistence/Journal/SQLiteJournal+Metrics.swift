import Glibc
import Metrics

extension SQLiteJournal {
  /// Writes the journal's figures.
  package func report(in text: inout MetricsText) {
    let figures = statistics
    text.gauge("navstate_journal_waiting", "Writes that wait for the next commit.", figures.waiting)
    text.gauge("navstate_journal_reads_waiting", "Reads that wait for the journal's reader.", queries.count)
    text.counter("navstate_journal_commits_total", "Transactions committed.", figures.commits)
    text.counter("navstate_journal_failures_total", "Transactions that failed.", figures.failures)
    text.histogram(
      "navstate_journal_batch_size", "Writes in one transaction, of those that had any.", counters.batches)
    text.histogram(
      "navstate_journal_commit_duration_seconds", "How long a transaction took, its fsync included.", counters.commits)
    text.counter(
      "navstate_journal_projections_total", "Times that the tables were brought up to date for a session.",
      figures.projections)
    text.gauge("navstate_journal_sessions_behind", "Sessions whose tables are behind.", figures.sessionsBehind)
    text.counter(
      "navstate_journal_checkpoints_total", "Passes that copied the write-ahead log into the database.",
      figures.checkpoints + figures.writerCheckpoints)
    text.counter("navstate_journal_failed_checkpoints_total", "Such passes that failed.", figures.failedCheckpoints)
    text.gauge("navstate_database_bytes", "Size of the database file.", Self.size(of: database.path))
    text.gauge("navstate_database_log_bytes", "Size of the write-ahead log.", Self.size(of: database.path + "-wal"))
  }

  /// 0 when there is no such file, as there is no log before the first write.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
