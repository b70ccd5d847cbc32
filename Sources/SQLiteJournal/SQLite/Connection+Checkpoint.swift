import CSQLite

/// The result of a checkpoint of the write-ahead log.
package struct Checkpoint: Equatable, Sendable {
  /// Pages in the log.
  package let logPages: Int
  /// Pages of the log that were copied into the database file.
  package let copiedPages: Int
}

extension Connection {
  /// The extent of a checkpoint.
  package enum CheckpointMode: Sendable {
    /// Copies as many pages as possible without waiting for other connections.
    case passive
    /// Waits for readers and writers, copies all pages and truncates the log to zero bytes.
    case truncate
  }

  /// Copies pages from the write-ahead log into the database file (<https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>).
  @discardableResult
  package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
    var logPages: Int32 = 0
    var copiedPages: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(
      handle, "main", mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE, &logPages, &copiedPages
    )
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
    return Checkpoint(logPages: Int(logPages), copiedPages: Int(copiedPages))
  }

  /// Makes the next checkpoint copy the log from its beginning again.
  ///
  /// - Throws: `SQLITE_BUSY` while another connection runs a checkpoint.
  package func forgetBackfill() throws(SQLiteError) {
    let code = navstate_sqlite3_forget_backfill(handle)
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
  }

  /// Keeps the log when the last connection closes. By default SQLite checkpoints it then.
  package func keepLogOnClose() throws(SQLiteError) {
    let code = navstate_sqlite3_checkpoint_on_close(handle, 0)
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
  }
}
