import CSQLite

/// An error of the database.
package enum SQLiteError: Error, Equatable, Sendable {
  /// An error of SQLite: its extended result code (<https://www.sqlite.org/rescode.html>), its message, and the
  /// statement that caused it.
  case failed(code: Int32, message: String, sql: String?)
  /// More migrations were applied to the database than this program knows.
  case newerSchema(found: Int, known: Int)
  /// An applied migration differs from the one of that number in this program.
  case changedMigration(number: Int, recorded: String, known: String)
}

extension SQLiteError {
  /// An error for stored values that are invalid although the file is intact.
  package static func corrupt(_ message: String) -> SQLiteError {
    .failed(code: SQLITE_CORRUPT, message: message, sql: nil)
  }

  /// An error for a file that cannot be read.
  package static func unreadable(_ message: String) -> SQLiteError {
    // `SQLITE_IOERR_READ`, a macro that Swift does not import.
    .failed(code: SQLITE_IOERR | (1 << 8), message: message, sql: nil)
  }

  /// Whether the disk is full.
  package var isFull: Bool { primaryCode == SQLITE_FULL }
  /// Whether a constraint failed: the fault of one row, not of the database.
  package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }
  /// Whether the file is not an SQLite database.
  package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }
  /// Whether the database is corrupted.
  package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT }
  /// Whether SQLite's JSON functions got a text that is not JSON; that error has no result code of its own.
  package var isOfMalformedJSON: Bool {
    guard case .failed(SQLITE_ERROR, "malformed JSON", _) = self else { return false }
    return true
  }
  /// Whether another connection holds a lock.
  package var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// Whether the connection can still be used. After an I/O error its cache and file handles are not reliable, and a
  /// connection to a read-only disk stays read-only when the disk becomes writable.
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
  /// The error in one line, with the statement that caused it.
  package var description: String {
    switch self {
    case .failed(let code, let message, nil): "SQLite error \(code): \(message)"
    case .failed(let code, let message, let sql?):
      // In one line, as log messages are.
      "SQLite error \(code): \(message) - while executing `\(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))`"
    case .newerSchema(let found, let known):
      "the database has had \(found) migrations, this program knows \(known): use the newer program"
    case .changedMigration(let number, let recorded, let known):
      """
      migration \(number) of the database is \(recorded), but this program has \(known): \
      export its sessions with the program that created it, and import them into a new database
      """
    }
  }
}
