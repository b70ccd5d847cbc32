import Sessions

/// The point at which SQLite waits for the disk (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
package enum Synchronous: String, Sendable {
  /// At the end of each transaction.
  case full = "FULL"
  /// Before a checkpoint.
  case normal = "NORMAL"
}

extension Database {
  /// The database of a folder, on the disk of a simulation if its work is done in steps.
  init(in directory: String, vfs: String?, checkpoints: Checkpoints, steps: JournalSteps?) {
    self.init(path: DataFolder.databasePath(in: directory), vfs: vfs, checkpoints: checkpoints)
    guard let steps else { return }
    synchronous = steps.synchronous
    openDiskFile = steps.openDiskFile
  }
}

/// The journal's work as single steps, run on one thread in an order that the caller chooses. Simulations use it.
///
/// Each step is one turn of a thread of a normal journal. A journal with steps has no locked folder: its files are on
/// the simulation's disk.
package final class JournalSteps {
  private var workers: Workers?
  let synchronous: Synchronous
  let limits: ReadLimits
  let openDiskFile: @Sendable (String) -> (any DiskFile)?

  /// Creates steps for one journal, which fills them when it is opened.
  ///
  /// - Parameters:
  ///   - synchronous: Any value but `full` loses acknowledged changes at a power loss. A simulation must detect that.
  ///   - limits: The amount that is read in one turn.
  ///   - openDiskFile: Opens a file of the simulation as its disk has it; nil: that is not known.
  package init(
    synchronous: Synchronous = .full, limits: ReadLimits = ReadLimits(),
    openDiskFile: @escaping @Sendable (String) -> (any DiskFile)? = { _ in nil }
  ) {
    self.synchronous = synchronous
    self.limits = limits
    self.openDiskFile = openDiskFile
  }

  /// The objects that otherwise run on the journal's threads.
  struct Workers {
    let writer: Writer
    let reader: Reader
    let checkpointWorker: CheckpointWorker
  }

  /// Sets the workers; called by the journal.
  func setWorkers(_ workers: Workers) { self.workers = workers }

  private var given: Workers {
    guard let workers else { preconditionFailure("JournalSteps was not passed to a journal") }
    return workers
  }

  /// Milliseconds after which the writer has background work even without writes; nil: it has none.
  package var workDelay: Int64? { given.writer.workDelay }

  /// Whether writes are queued.
  package var hasWrites: Bool { given.writer.queue.count > 0 }
  /// Whether reads are queued.
  package var hasReads: Bool { given.reader.queries.count > 0 }

  /// Commits the queued writes. Without any, stores a slice of the snapshots.
  package func write() { _ = given.writer.turn(waitingAtMost: 0) }

  /// Runs the queued reads; of a long one, a part.
  package func read() { given.reader.turn() }

  /// Runs a checkpoint if one is requested.
  package func copy() { _ = given.checkpointWorker.turn(waitingAtMost: 0) }

  /// Does the work of the threads at the end of a journal.
  ///
  /// - Returns: The failure that `close` of a journal with threads returns.
  package func finish() -> JournalFailure? {
    given.checkpointWorker.run()
    given.reader.run()
    return given.writer.run()
  }
}
