import SQLite
import Synchronization

/// Asks for copies of the write-ahead log into the database file, which nobody waits for.
///
/// They are made while the writer goes on, so under endless load there is always something left that was not copied, and
/// the log would never start again from its beginning: the writer finishes what is left after each pass. A log that goes
/// on growing costs more than its space, since each sync then has the file's new length to write as well.
final class Checkpointer: Sendable {
  let requests = BlockingQueue<Void>(capacity: 1)
  /// Whether a pass has ended that nobody has followed up.
  private let hasPassed = Atomic<Bool>(false)
  /// The same of one that has failed.
  private let hasFailed = Atomic<Bool>(false)

  func request() {
    // A full box holds the same request already.
    _ = requests.put(())
  }

  func notePass() { hasPassed.store(true, ordering: .releasing) }

  func noteFailure() { hasFailed.store(true, ordering: .releasing) }

  /// True once after each pass: what it has left can be copied now.
  func takePass() -> Bool { hasPassed.exchange(false, ordering: .acquiring) }

  /// True once after a pass that has failed.
  func takeFailure() -> Bool { hasFailed.exchange(false, ordering: .acquiring) }
}
