/// An error of reading or copying a database file. Existing files are unchanged.
package enum SnapshotError: Error, Equatable, Sendable {
  case absent(path: String)
  case notADatabase(path: String)
  case empty(path: String)
  case foreign(path: String, applicationID: Int64)
  case newerSchema(path: String, found: Int, known: Int)
  case changedMigration(path: String, detail: String)
  /// The database was written by a program that knows fewer migrations.
  case olderSchema(path: String, missing: [String])
  case damaged(path: String, detail: String)
  case unusable(path: String, detail: String)
  /// The copy would replace another file.
  case exists(path: String)
  case notWritten(path: String, reason: String)
  case notDeleted(path: String, reason: String)
  case full(path: String)
  /// The copy was cancelled.
  case stopped

  /// Maps an error of SQLite on the file at `path`.
  init(_ error: SQLiteError, path: String) {
    switch error {
    case .newerSchema(let found, let known): self = .newerSchema(path: path, found: found, known: known)
    case .changedMigration: self = .changedMigration(path: path, detail: error.description)
    case .failed where error.isNotADatabase: self = .notADatabase(path: path)
    case .failed where error.isCorrupt: self = .damaged(path: path, detail: error.description)
    case .failed where error.isFull: self = .full(path: path)
    case .failed: self = .unusable(path: path, detail: error.description)
    }
  }
}

extension SnapshotError: CustomStringConvertible {
  /// The error with its remedy, in one line.
  package var description: String {
    switch self {
    case .absent(let path):
      "the file \(path) does not exist: name an existing backup or database"
    case .notADatabase(let path):
      "\(path) is not a database: name a backup, or the data folder of a server"
    case .empty(let path):
      "\(path) is an empty database without the tables of a server: name another file"
    case .foreign(let path, let applicationID):
      "\(path) is a database of another program (application_id \(applicationID)): name another file"
    case .newerSchema(let path, let found, let known):
      "\(path) has had \(found) migrations, this program knows \(known): use the newer program"
    case .changedMigration(let path, let detail):
      "\(path): \(detail)"
    case .olderSchema(let path, let missing):
      "\(path) lacks the migrations \(missing.joined(separator: ", ")): apply them with `navstate migrate`"
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)): use another backup, or recover readable rows with `sqlite3 FILE .recover`"
    case .unusable(let path, let detail):
      "\(path) cannot be read (\(detail)): check the disk and this user's permissions on the file and its folder"
    case .exists(let path):
      "the file \(path) already exists and was not changed: name another file"
    case .notWritten(let path, let reason):
      "\(path) cannot be written (\(reason)): name a path that this user may write to"
    case .notDeleted(let path, let reason):
      "the backup \(path) cannot be deleted (\(reason)): delete it, or run as the user of its folder"
    case .full(let path):
      "no space left on the disk for \(path): free some, or name a path on another disk"
    case .stopped:
      "the copy was cancelled"
    }
  }
}
