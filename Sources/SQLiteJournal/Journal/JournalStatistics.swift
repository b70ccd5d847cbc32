import Support
import Synchronization

/// The journal's metrics since it was opened.
package struct JournalStatistics: Sendable, Equatable {
  /// Writes in the queue.
  package var waiting = 0
  /// Committed and failed transactions.
  package var commits = 0
  package var failures = 0
  /// Committed writes, and the most in one transaction.
  package var writes = 0
  package var largestBatch = 0
  /// Snapshots of sessions that were stored.
  package var snapshots = 0
  /// Sessions with changes after their snapshots.
  package var sessionsBehind = 0
  /// Pages in the write-ahead log.
  package var logPages = 0
  /// Checkpoints on the checkpointer's thread, on the writer's thread, and failed ones.
  package var checkpoints = 0
  package var writerCheckpoints = 0
  package var failedCheckpoints = 0
}

/// The metrics, shared by the journal's threads.
final class JournalCounters: Sendable {
  private let statistics = Mutex(JournalStatistics())
  /// Writes per committed transaction, and the duration of each transaction including its fsync.
  let batches = Histogram.sizes()
  let commits = Histogram.durations()

  func update(_ change: (inout JournalStatistics) -> Void) {
    statistics.withLock { change(&$0) }
  }

  var current: JournalStatistics { statistics.withLock { $0 } }
}
