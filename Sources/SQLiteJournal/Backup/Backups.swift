import Sessions
import Synchronization
import Support

/// Makes backups, one at a time, on a thread of its own.
///
/// A backup reads a snapshot of the database, so it neither blocks the writer nor waits for it. Backups are never
/// deleted here: retention is the operator's decision.
final class Backups: Sendable {
  typealias Made = @Sendable (BackingUp) -> Void

  private let requests = BlockingQueue<Made>(capacity: 1)
  private let progress = Progress()
  private let work: @Sendable () -> Void
  /// Started by the first backup.
  private let worker = Mutex<Worker?>(nil)

  private final class Progress: Sendable {
    let isBusy = Atomic<Bool>(false)
    let isStopping = Atomic<Bool>(false)
  }

  init(_ database: Database, folder: String, clock: @escaping WallClock) {
    let (requests, progress) = (requests, progress)
    work = {
      var batch: [Made] = []
      while requests.drain(into: &batch, waitingAtMost: nil) {
        for made in batch {
          let outcome = Self.make(of: database, in: folder, at: clock()) {
            !progress.isStopping.load(ordering: .relaxed)
          }
          // Before the answer, so that its receiver can ask for the next backup at once.
          progress.isBusy.store(false, ordering: .releasing)
          made(outcome)
        }
        batch.removeAll()
      }
    }
  }

  /// Makes a backup, or reports `.inProgress` if one is being made.
  func make() async -> BackingUp {
    guard !progress.isBusy.exchange(true, ordering: .acquiring) else { return .inProgress }
    return await awaiting { [self] made in
      guard hasWorker() else {
        progress.isBusy.store(false, ordering: .releasing)
        return made(.failed(.unavailable("the system has no more threads")))
      }
      if !requests.put(made) { made(.failed(.unavailable("the journal is closed"))) }
    }
  }

  /// Whether there is a thread for backups, which begins with the first one.
  private func hasWorker() -> Bool {
    worker.withLock { worker in
      if worker == nil { worker = Worker.ifAvailable(work) }
      return worker != nil
    }
  }

  /// Cancels the current backup and ends the thread. Blocks.
  func stop() {
    progress.isStopping.store(true, ordering: .relaxed)
    requests.close()
    worker.withLock { $0 }?.join()
  }

  private static func make(
    of database: Database, in folder: String, at now: Int64, while goesOn: () -> Bool
  ) -> BackingUp {
    do throws(SnapshotError) {
      let name = try BackupFolder(folder).newName(at: now)
      let snapshot = try Snapshot(path: database.path, vfs: database.vfs)
      let size = try snapshot.publish(as: "\(folder)/\(name)", while: goesOn)
      return .made(Backup(name: name, size: size, at: now))
    } catch {
      return .failed(JournalFailure(backingUp: error))
    }
  }
}

extension JournalFailure {
  fileprivate init(backingUp error: SnapshotError) {
    if case .full = error { self = .full(error.description) } else { self = .unavailable(error.description) }
  }
}
