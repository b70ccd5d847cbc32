import Glibc
import Sessions

/// A restore of a backup into a data folder. The copy is a separate file in the folder until `finish` replaces the
/// database.
///
/// Holds the folder's lock, so no server can use the folder meanwhile.
package final class Restoring {
  private let folder: DataFolder
  private let part: String
  private var isDone = false

  /// Copies the backup and brings the copy's schema up to date.
  ///
  /// - Parameters:
  ///   - replaces: Whether the folder may have a database.
  ///   - now: Milliseconds since 1970.
  /// - Throws: `SnapshotError` for the backup, `PersistenceError` for the folder, `RestoringError`.
  package init(_ backup: String, into directory: String, replacing replaces: Bool, now: Int64) throws {
    // The folder is created only for a valid backup.
    let snapshot = try Snapshot(path: backup)
    try Self.checkIsFree(directory + "/navstate.db", replacing: replaces)
    if let fault = try snapshot.faults(atMost: 1).first { throw SnapshotError.damaged(path: backup, detail: fault) }
    folder = try DataFolder(directory)
    part = folder.databasePath + ".restoring"
    // Again, under the folder's lock.
    try Self.checkIsFree(folder.databasePath, replacing: replaces)
    _ = try snapshot.copy(to: part)
    do throws(SQLiteError) {
      _ = try Schema.migrator.migrate(try Connection(path: part, mode: .existing), now: now)
    } catch {
      throw SnapshotError(error, path: part)
    }
  }

  private static func checkIsFree(_ database: String, replacing replaces: Bool) throws(RestoringError) {
    guard replaces || access(database, F_OK) != 0 else { throw .hasDatabase(path: database) }
  }

  deinit {
    if !isDone { unlink(part) }
  }

  /// A check of the copy, to be made before `finish`.
  package func check(now: Int64) throws(SnapshotError) -> DatabaseCheck {
    try DatabaseCheck(of: part, now: now)
  }

  /// Replaces the database with the copy. The replacement is atomic: after an interruption the folder has either the
  /// whole former database or the whole new one, which the next start puts in place.
  ///
  /// - Parameter now: Milliseconds since 1970, for the name of the former database.
  /// - Returns: The new path of the former database; nil if there was none.
  package func finish(now: Int64) throws -> String? {
    let database = folder.databasePath
    try Folder.syncFile(part)
    PrivateFile.restrict(database: database)
    let former = access(database, F_OK) == 0 ? "\(database).replaced-\(now)" : nil
    if let former {
      // SQLite must not read the former log as that of the new database. Its content is checkpointed if it can be read.
      try emptyLog(of: database)
      // Links, not renamings: until the next step the folder has the former database and its log under their names.
      for suffix in ["", "-wal", "-journal"] where access(database + suffix, F_OK) == 0 {
        guard link(database + suffix, former + suffix) == 0 else {
          throw SnapshotError.notWritten(path: former + suffix, reason: reason())
        }
      }
    }
    try Folder.sync(of: database)
    let restored = DataFolder.restoredPath(of: database)
    guard rename(part, restored) == 0 else { throw SnapshotError.notWritten(path: restored, reason: reason()) }
    isDone = true
    try Folder.sync(of: database)
    try folder.finishRestore()
    return former
  }

  /// Checkpoints the log. A database that is too corrupted for it keeps its log under the new name.
  private func emptyLog(of database: String) throws {
    do throws(SQLiteError) {
      let connection = try Connection(path: database, mode: .existing)
      connection.waitForLocks(milliseconds: 1_000)
      try connection.checkpoint(.truncate)
    } catch  where error.isBusy {
      throw RestoringError.inUse(path: database)
    } catch {
      // The log is kept together with its database, so nothing is lost.
    }
  }

  private func reason() -> String { String(cString: strerror(errno)) }
}

/// An error of a restore that leaves the data folder unchanged.
package enum RestoringError: Error, Equatable, CustomStringConvertible {
  case hasDatabase(path: String)
  case inUse(path: String)

  /// The error with its remedy, in one line.
  package var description: String {
    switch self {
    case .hasDatabase(let path):
      "the database \(path) already exists: name another data folder, or pass --force to replace the database"
    case .inUse(let path):
      "another program uses \(path): end it (a backup, a check or a shell) and restore again"
    }
  }
}
