import Synchronization
import Support

/// Requests background checkpoints: copies of the write-ahead log into the database file.
///
/// A background checkpoint runs beside the writer, so under constant load it never copies the whole log, and the log
/// would never restart from its beginning. The writer therefore copies the rest after each pass. A log that keeps
/// growing costs more than space: each sync then also writes the new file size.
final class Checkpointer: Sendable {
  let requests = BlockingQueue<Void>(capacity: 1)
  /// Whether a pass has ended that the writer has not followed up.
  private let hasPassed = Atomic<Bool>(false)
  /// Whether a pass has failed that the writer has not followed up.
  private let hasFailed = Atomic<Bool>(false)

  /// Requests a checkpoint. Does not block.
  func request() {
    // A full queue already holds the same request.
    _ = requests.put(())
  }

  func recordPass() { hasPassed.store(true, ordering: .releasing) }

  func recordFailure() { hasFailed.store(true, ordering: .releasing) }

  /// True once after each successful pass. The rest of the log can be copied then.
  func consumePass() -> Bool { hasPassed.exchange(false, ordering: .acquiring) }

  /// True once after each failed pass.
  func consumeFailure() -> Bool { hasFailed.exchange(false, ordering: .acquiring) }
}
