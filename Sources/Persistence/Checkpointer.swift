import SQLite
import Synchronization
import Threads

/// Copies the write-ahead log into the database file, on a thread that nobody waits for.
///
/// It copies while the writer goes on, so under endless load there is always something left that it has not copied, and
/// the log would never start again from its beginning: the writer finishes what is left after each pass. A log that goes
/// on growing costs more than its space, since each sync then has the file's new length to write as well.
struct Checkpointer: Sendable {
  private let requests = Mailbox<Void>(capacity: 1)
  private let worker: Worker
  private let pass = Pass()

  /// Whether a pass has ended that nobody has followed up.
  private final class Pass: Sendable {
    let hasEnded = Atomic<Bool>(false)
    /// The same of one that has failed.
    let hasFailed = Atomic<Bool>(false)
  }

  init(_ database: Database, tally: Tally) {
    let requests = requests
    let pass = pass
    worker = Worker {
      var connection: Connection?
      var batch: [Void] = []
      while requests.take(into: &batch, waitingAtMost: nil) {
        batch.removeAll(keepingCapacity: true)
        do {
          let opened = try connection ?? database.openCheckpointer()
          connection = opened
          try opened.checkpoint(.passive)
          tally.update { $0.checkpoints += 1 }
          pass.hasEnded.store(true, ordering: .releasing)
        } catch {
          // Nobody waits for it: the log keeps everything, and the next request tries again.
          connection = nil
          pass.hasFailed.store(true, ordering: .releasing)
          tally.update { $0.failedCheckpoints += 1 }
        }
      }
    }
  }

  func request() {
    // A full box holds the same request already.
    _ = requests.put(())
  }

  /// True once after each pass: what it has left can be copied now.
  func takePass() -> Bool {
    pass.hasEnded.exchange(false, ordering: .acquiring)
  }

  /// True once after a pass that has failed.
  func takeFailure() -> Bool {
    pass.hasFailed.exchange(false, ordering: .acquiring)
  }

  func stop() {
    requests.close()
    worker.join()
  }
}
