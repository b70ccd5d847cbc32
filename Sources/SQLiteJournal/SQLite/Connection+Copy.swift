import CSQLite

extension Connection {
  /// Copies the database, as this connection's transaction sees it, page by page into another one.
  ///
  /// Must be called in a transaction: "if the source database is modified by an external process or via a database
  /// connection other than the one being used by the backup operation, then the backup will be automatically restarted"
  /// (<https://www.sqlite.org/c3ref/backup_finish.html>), and under load would never end. An open transaction keeps
  /// this connection's snapshot, so there is no restart.
  ///
  /// - Parameters:
  ///   - pages: The number of pages copied at a time.
  ///   - goesOn: Called after each step but the last; false cancels the copy.
  /// - Returns: false if the copy was cancelled; the target is unusable then.
  package func copy(into target: Connection, pages: Int32, while goesOn: () -> Bool) throws(SQLiteError) -> Bool {
    precondition(isInTransaction, "a copy outside a transaction restarts with each write")
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_extended_errcode(target.handle), sql: nil)
    }
    var code = sqlite3_backup_step(backup, pages)
    while code == SQLITE_OK, goesOn() { code = sqlite3_backup_step(backup, pages) }
    let ending = sqlite3_backup_finish(backup)
    // Also for errors of the source: SQLite leaves those of a backup in the target's connection.
    guard code == SQLITE_OK || code == SQLITE_DONE else { throw target.failure(code, sql: nil) }
    guard ending == SQLITE_OK else { throw target.failure(ending, sql: nil) }
    return code == SQLITE_DONE
  }
}
