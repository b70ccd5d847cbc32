import Metrics
import Synchronization

/// What the journal has done since it was opened.
package struct JournalStatistics: Sendable, Equatable {
  /// Writes that wait now.
  package var waiting = 0
  /// Transactions that were committed, and those that failed.
  package var commits = 0
  package var failures = 0
  /// Writes that were committed, and the most in one transaction.
  package var writes = 0
  package var largestBatch = 0
  /// Times that the tables were brought up to date for a session.
  package var projections = 0
  /// Sessions whose tables are behind.
  package var sessionsBehind = 0
  /// Pages in the write-ahead log.
  package var logPages = 0
  /// Checkpoints off the writer's thread, those on it, and those that failed.
  package var checkpoints = 0
  package var writerCheckpoints = 0
  package var failedCheckpoints = 0
}

/// The statistics as the journal's threads share them.
final class JournalCounters: Sendable {
  private let statistics = Mutex(JournalStatistics())
  /// Writes in a transaction that was committed, and how long each took to the end of its fsync.
  let batches = Histogram.sizes()
  let commits = Histogram.durations()

  func update(_ change: (inout JournalStatistics) -> Void) {
    statistics.withLock { change(&$0) }
  }

  var current: JournalStatistics { statistics.withLock { $0 } }
}
