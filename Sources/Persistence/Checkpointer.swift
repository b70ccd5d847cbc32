import SQLite

/// Copies the write-ahead log into the database file, on a thread that nobody waits for.
///
/// It copies while the writer goes on, so under endless load there is always something left that it has not copied, and
/// the log never starts again from its beginning. See `Writer.watchLog` for who finishes it then.
struct Checkpointer: Sendable {
  private let requests = Mailbox<Void>(capacity: 1)
  private let worker: Worker

  init(_ database: Database, tally: Tally) {
    let requests = requests
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
        } catch {
          // Nobody waits for it: the log keeps everything, and the next request tries again.
          connection = nil
          tally.update { $0.failedCheckpoints += 1 }
        }
      }
    }
  }

  func request() {
    // A full box holds the same request already.
    _ = requests.put(())
  }

  func stop() {
    requests.close()
    worker.join()
  }
}
