import Glibc
import SQLite
import Sessions

/// A backup on its way into a data folder, in a file of its own there until it takes the place of what the folder has.
///
/// Holds the folder's lock, so no server uses it meanwhile.
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
    // A folder is not made for what is no backup.
    let snapshot = try Snapshot(path: backup)
    try Self.checkIsFree(directory + "/navstate.db", replacing: replaces)
    if let fault = try snapshot.faults(atMost: 1).first { throw SnapshotError.damaged(path: backup, detail: fault) }
    folder = try DataFolder(directory)
    part = folder.databasePath + ".restoring"
    // Again, now that nobody else makes one.
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

  /// To be looked at before it takes its place.
  package func check(now: Int64) throws(SnapshotError) -> DatabaseCheck {
    try DatabaseCheck(of: part, now: now)
  }

  /// Puts the copy in its place, at one moment: whenever this is interrupted, the folder has the former database or
  /// the new one, whole.
  ///
  /// - Parameter now: Milliseconds since 1970, for the name under which the former one is kept.
  /// - Returns: That name; nil: there was none.
  package func finish(now: Int64) throws -> String? {
    let database = folder.databasePath
    try Folder.syncFile(part)
    PrivateFile.restrict(database: database)
    let former = access(database, F_OK) == 0 ? "\(database).replaced-\(now)" : nil
    if let former {
      // Its log must not be taken for the new one's. What is in the log goes where it belongs, if anything can read it.
      try emptyLog(of: database)
      guard link(database, former) == 0 else { throw SnapshotError.notWritten(path: former, reason: reason()) }
    }
    for suffix in ["-wal", "-shm", "-journal"] {
      let name = database + suffix
      guard access(name, F_OK) == 0 else { continue }
      guard let former else {
        unlink(name)
        continue
      }
      guard rename(name, former + suffix) == 0 else {
        throw SnapshotError.notWritten(path: former + suffix, reason: reason())
      }
    }
    try Folder.sync(of: database)
    guard rename(part, database) == 0 else { throw SnapshotError.notWritten(path: database, reason: reason()) }
    isDone = true
    try Folder.sync(of: database)
    return former
  }

  /// A database that is too damaged for it keeps its log under its new name.
  private func emptyLog(of database: String) throws {
    do throws(SQLiteError) {
      let connection = try Connection(path: database, mode: .existing)
      connection.waitForLocks(milliseconds: 1_000)
      try connection.checkpoint(.truncate)
    } catch  where error.isBusy {
      throw RestoringError.inUse(path: database)
    } catch {
      // The log goes with it, and whoever opens the two together finds in them what there was.
    }
  }

  private func reason() -> String { String(cString: strerror(errno)) }
}

package enum RestoringError: Error, Equatable, CustomStringConvertible {
  case hasDatabase(path: String)
  case inUse(path: String)

  package var description: String {
    switch self {
    case .hasDatabase(let path):
      "there is a database \(path) already: name another data folder, or say --force to put the backup in its place"
    case .inUse(let path):
      "another program reads \(path): end it, such as a backup, a check or a shell, and restore again"
    }
  }
}
