import Sessions

/// When the database waits for the disk (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
package enum Synchronous: String, Sendable {
  /// At the end of each transaction.
  case full = "FULL"
  /// Before a checkpoint.
  case normal = "NORMAL"
}

/// The journal's work for somebody who does it a step at a time, in the order that he wants and on one thread: a
/// simulation. Each step is a turn of what is a thread of its own otherwise.
///
/// The journal that it is given to has no folder that is locked, since its files are on a disk of that somebody.
package final class JournalSteps {
  private var workers: Workers?
  let synchronous: Synchronous
  let limits: ReadLimits

  /// - Parameters:
  ///   - synchronous: Anything but `full` loses what was acknowledged when the power goes; that a simulation of it
  ///     says so is worth a test.
  ///   - limits: How much is read in one turn.
  package init(synchronous: Synchronous = .full, limits: ReadLimits = ReadLimits()) {
    self.synchronous = synchronous
    self.limits = limits
  }

  /// What the journal's threads run.
  struct Workers {
    let writer: Writer
    let reader: Reader
    let checkpointWorker: CheckpointWorker
  }

  func take(_ workers: Workers) { self.workers = workers }

  private var given: Workers {
    guard let workers else { preconditionFailure("the steps are those of no journal yet") }
    return workers
  }

  /// Milliseconds after which the writer has something to do, also when nothing is to be written; nil: never.
  package var patience: Int64? { given.writer.patience }

  package var hasWrites: Bool { given.writer.queue.count > 0 }
  package var hasReads: Bool { given.reader.queries.count > 0 }
  package var hasCopies: Bool { given.writer.checkpointer.requests.count > 0 }

  /// Commits what waits; when nothing does, brings the tables up to date by a slice.
  package func write() { _ = given.writer.turn(waitingAtMost: 0) }

  /// Answers the reads that wait; of a long one, a part.
  package func read() { given.reader.turn() }

  /// Copies the log into the database, if the writer has asked for it.
  package func copy() { _ = given.checkpointWorker.turn(waitingAtMost: 0) }

  /// Does what the threads do when the journal was closed.
  ///
  /// - Returns: What `close` of a journal with threads does.
  package func finish() -> JournalFailure? {
    given.checkpointWorker.run()
    given.reader.run()
    return given.writer.run()
  }
}
