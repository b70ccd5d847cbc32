import CSQLite

/// Why the database did not do what it was asked.
package enum SQLiteError: Error, Equatable, Sendable {
  /// What the library answered: an extended result code (<https://www.sqlite.org/rescode.html>), its message, and the
  /// statement that met it.
  case failed(code: Int32, message: String, sql: String?)
  /// The database has had more migrations than this program knows.
  case newerSchema(found: Int, known: Int)
  /// A migration that the database has had differs from the one of that number in this program.
  case changedMigration(number: Int, recorded: String, known: String)
}

extension SQLiteError {
  /// What is stored makes no sense, though the file does.
  package static func corrupt(_ message: String) -> SQLiteError {
    .failed(code: SQLITE_CORRUPT, message: message, sql: nil)
  }

  package var isFull: Bool { primaryCode == SQLITE_FULL }
  /// One row is at fault, not the database.
  package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }
  package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }
  package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT }
  /// A function of SQLite was given a text that is not JSON; it has no result code of its own.
  package var isOfMalformedJSON: Bool {
    guard case .failed(SQLITE_ERROR, "malformed JSON", _) = self else { return false }
    return true
  }
  package var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// Whether the connection can be used on as it is. After an I/O error its cache and its file handles are not worth
  /// trusting, and one that was opened on a read-only disk stays read-only when the disk no longer is.
  package var leavesConnectionUsable: Bool {
    switch primaryCode {
    case SQLITE_FULL, SQLITE_CONSTRAINT, SQLITE_BUSY, SQLITE_TOOBIG: true
    default: false
    }
  }

  private var primaryCode: Int32? {
    guard case .failed(let code, _, _) = self else { return nil }
    return code & 0xFF
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failed(let code, let message, nil): "SQLite error \(code): \(message)"
    case .failed(let code, let message, let sql?):
      // In one line, as all that is said of it.
      "SQLite error \(code): \(message) - while executing `\(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))`"
    case .newerSchema(let found, let known):
      "the database has had \(found) migrations and this program knows \(known): use the newer program"
    case .changedMigration(let number, let recorded, let known):
      """
      migration \(number) of the database is \(recorded) and this program's is \(known): \
      use the program that made the database
      """
    }
  }
}
