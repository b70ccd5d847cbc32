import SQLite

/// Why a database file cannot be read as one of ours, or a copy of it not be made. No file that was there was changed then.
package enum SnapshotError: Error, Equatable, Sendable {
  case absent(path: String)
  case notADatabase(path: String)
  case empty(path: String)
  case foreign(path: String, applicationID: Int64)
  case newerSchema(path: String, found: Int, known: Int)
  case changedMigration(path: String, detail: String)
  /// The program that wrote it knew fewer migrations.
  case olderSchema(path: String, missing: [String])
  case damaged(path: String, detail: String)
  case unusable(path: String, detail: String)
  /// The copy would take the place of another file.
  case exists(path: String)
  case notWritten(path: String, reason: String)
  case full(path: String)
  /// Whoever wanted the copy does not any more.
  case stopped

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
  package var description: String {
    switch self {
    case .absent(let path):
      "there is no file \(path): name one that is"
    case .notADatabase(let path):
      "\(path) is not a database: name a backup, or the data folder of a server"
    case .empty(let path):
      "\(path) is an empty database, not one of a server: name another file"
    case .foreign(let path, let applicationID):
      "\(path) is a database of another program (application_id \(applicationID)): name another file"
    case .newerSchema(let path, let found, let known):
      "\(path) has had \(found) migrations and this program knows \(known): use the newer program"
    case .changedMigration(let path, let detail):
      "\(path): \(detail)"
    case .olderSchema(let path, let missing):
      "\(path) has not had \(missing.joined(separator: ", ")): `navstate migrate` brings a data folder up to date"
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)): use another backup, or rescue what is readable with `sqlite3 FILE .recover`"
    case .unusable(let path, let detail):
      "\(path) cannot be read (\(detail)): see that the disk works and that this user may read the file and its folder"
    case .exists(let path):
      "there is a file \(path) already, and it has been left as it is: name another"
    case .notWritten(let path, let reason):
      "\(path) cannot be written (\(reason)): name a place that this user may write to"
    case .full(let path):
      "there is no space left for \(path): free some, or name a place on another disk"
    case .stopped:
      "the copy was not finished"
    }
  }
}
