import CSQLite

/// How far the write-ahead log has been copied into the database file.
package struct Checkpoint: Equatable, Sendable {
  /// Pages in the log.
  package let logPages: Int
  /// How many of them are in the database file too.
  package let copiedPages: Int
}

extension Connection {
  package enum CheckpointMode: Sendable {
    /// Copies what it can without waiting for anybody.
    case passive
    /// Copies all and makes the log an empty file; waits for readers and writers.
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

  /// Waits until all that is in the write-ahead log is on the disk, as each commit does for what it adds.
  package func syncLog() throws(SQLiteError) {
    // "SQLITE_FCNTL_JOURNAL_POINTER … a pointer to the sqlite3_file object associated with the journal file (either the
    // rollback journal or the write-ahead log)": <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>.
    var log: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
    // Without methods it is not open: nothing was read of it, so nothing can be told.
    guard let log, let methods = log.pointee.pMethods else { return }
    let ending = methods.pointee.xSync(log, SQLITE_SYNC_NORMAL)
    guard ending == SQLITE_OK else {
      throw .failed(code: ending, message: String(cString: sqlite3_errstr(ending)), sql: nil)
    }
  }

  /// Lets the next checkpoint copy the log from its beginning, as if nothing of it had been copied yet.
  ///
  /// Throws `SQLITE_BUSY` while another connection makes a checkpoint.
  package func forgetBackfill() throws(SQLiteError) {
    let code = navstate_sqlite3_forget_backfill(handle)
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
  }

  /// Leaves the log as it is when the last connection goes; by default SQLite copies all of it then.
  package func keepLogOnClose() throws(SQLiteError) {
    let code = navstate_sqlite3_checkpoint_on_close(handle, 0)
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
  }
}
