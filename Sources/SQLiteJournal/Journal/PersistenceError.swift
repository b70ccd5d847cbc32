import Glibc

/// An error that makes the data folder unusable. Nothing in the folder was changed.
package enum PersistenceError: Error, Equatable, Sendable {
  case notAFolder(path: String)
  case folderNotMade(path: String, reason: String)
  case folderNotWritable(path: String, reason: String)
  /// The file or the folder belongs to another user.
  case notPermitted(path: String, owner: String, mode: String, user: String)
  /// A migration found no database.
  case absent(path: String)
  /// Another process holds the lock file; `process` is its id as written there.
  case inUse(lockFile: String, process: String)
  case notADatabase(path: String)
  case foreignDatabase(path: String, applicationID: Int64)
  case newerSchema(path: String, found: Int, known: Int)
  case changedMigration(path: String, detail: String)
  case corrupt(path: String, detail: String)
  case damagedLog(path: String, detail: String)
  case unstoredLog(path: String)
  case unusable(path: String, detail: String)

  /// The error for a file that this process may not write because of its owner and mode; nil if it may.
  static func notPermitted(_ path: String) -> PersistenceError? {
    guard access(path, R_OK | W_OK) != 0, errno == EACCES, let owner = FileOwner(of: path) else { return nil }
    return .notPermitted(path: path, owner: owner.user, mode: owner.modeText, user: FileOwner.current)
  }

  /// Maps an error of SQLite on the database at `path`.
  init(_ error: SQLiteError, path: String) {
    switch error {
    case .newerSchema(let found, let known):
      self = .newerSchema(path: path, found: found, known: known)
    case .changedMigration:
      self = .changedMigration(path: path, detail: error.description)
    case .failed where error.isNotADatabase:
      self = .notADatabase(path: path)
    case .failed where error.isCorrupt:
      self = .corrupt(path: path, detail: error.description)
    case .failed:
      self = Self.notPermitted(path) ?? .unusable(path: path, detail: error.description)
    }
  }
}

extension PersistenceError: CustomStringConvertible {
  /// The error with its remedy, in one line.
  package var description: String {
    switch self {
    case .notAFolder(let path):
      "\(path) is not a folder: name a folder for the data, or move the file away"
    case .folderNotMade(let path, let reason):
      "the data folder \(path) cannot be created (\(reason)): create it, or name another"
    case .folderNotWritable(let path, let reason):
      "the data folder \(path) cannot be written (\(reason)): give this user write permission, or name another"
    case .notPermitted(let path, let owner, let mode, let user):
      """
      \(path) belongs to \(owner) with mode \(mode), and the user \(user) cannot write it: \
      run `chown -R \(user): FOLDER` for the data folder, or run as \(owner)
      """
    case .absent(let path):
      "there is no database \(path): name the data folder of a server; `navstate serve` creates one"
    case .inUse(let lockFile, let process):
      "\(lockFile) is locked by process \(process), which uses this data folder: stop it, or name another folder"
    case .notADatabase(let path):
      "\(path) is not a database: move it away, or name another data folder; the file was not changed"
    case .foreignDatabase(let path, let applicationID):
      """
      \(path) is a database of another program (application_id \(applicationID)): name another data folder; \
      the file was not changed
      """
    case .newerSchema(let path, let found, let known):
      """
      \(path) has had \(found) migrations, this program knows \(known): use the newer program; \
      the database was not changed
      """
    case .changedMigration(let path, let detail):
      "\(path): \(detail); the database was not changed"
    case .corrupt(let path, let detail):
      "\(path) is damaged (\(detail)): restore a backup, or recover readable rows with `sqlite3 FILE .recover`"
    case .damagedLog(let path, let detail):
      """
      \(path)-wal: \(detail): restore a backup, or give up the changes after it with \
      `sqlite3 FILE 'PRAGMA wal_checkpoint(TRUNCATE)'`; nothing was changed
      """
    case .unstoredLog(let path):
      """
      \(path)-wal: the system's cache has data of a failed fsync that is not on the disk, and writing it again does not \
      help: check that the disk works, and restart the machine
      """
    case .unusable(let path, let detail):
      "\(path) cannot be opened (\(detail)): check that the disk works, has space and is writable"
    }
  }
}
