import CSQLite

/// A connection to an SQLite database file.
///
/// Must be used by one thread at a time; SQLite's own locks are disabled (`SQLITE_OPEN_NOMUTEX`). It closes when it and
/// its statements are released.
///
/// ```swift
/// let connection = try Connection(path: "data.db", mode: .create)
/// try connection.transaction { () throws(SQLiteError) in
///   let insert = connection.statement("INSERT INTO names (id, name) VALUES (?, ?)")
///   insert.bind(1)
///   insert.bind("a")
///   try insert.run()
/// }
/// ```
package final class Connection {
  let handle: OpaquePointer
  /// Pages in the write-ahead log after the last commit of this connection.
  package private(set) var logPages = 0

  /// The access to the file.
  package enum Mode: Sendable {
    case create
    case existing
    /// Read-only. The files of a write-ahead log are created beside the database if they are absent.
    case reading
  }

  /// Disables SQLite's allocation statistics, which take a process-wide lock for every allocation. To be set "prior to
  /// … sqlite3_initialize()" (<https://www.sqlite.org/c3ref/config.html>): if other code in the process has used the
  /// library before, the statistics stay enabled, which does no harm.
  private static let memoryStatistics: Int32 = navstate_sqlite3_disable_memory_statistics()

  /// Opens a database file.
  ///
  /// - Parameter vfs: The name of a registered VFS; nil for the operating system's files.
  package init(path: String, mode: Mode, vfs: String? = nil) throws(SQLiteError) {
    _ = Self.memoryStatistics
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    flags |= mode == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    if mode == .create { flags |= SQLITE_OPEN_CREATE }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, vfs)
    guard code == SQLITE_OK, let opened else {
      let message = String(cString: opened.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      // SQLite makes a handle even if it cannot open the file (<https://www.sqlite.org/c3ref/open.html>).
      sqlite3_close_v2(opened)
      throw .failed(code: code, message: "\(message): \(path)", sql: nil)
    }
    handle = opened
    // SQLite opens a write-protected file for reading only, and reports that by no error.
    guard mode == .reading || sqlite3_db_readonly(handle, "main") == 0 else {
      throw .failed(code: SQLITE_READONLY, message: "the file is read-only: \(path)", sql: nil)
    }
  }

  deinit {
    // Statements retain their connection, so none is left, and the result code could only report those.
    sqlite3_close_v2(handle)
  }

  /// Runs any number of statements and ignores their rows.
  package func run(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, sql: script) }
  }

  /// Creates a statement, which is prepared at its first use.
  package func statement(_ sql: String) -> Statement {
    Statement(sql, on: self)
  }

  /// The first column of a statement's first row; nil when there is no row or it holds NULL.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = statement(sql)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
  }

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  package func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    // A read transaction that began to write later could fail at once with `SQLITE_BUSY_SNAPSHOT`.
    try run("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      try rollBack()
      throw error
    }
  }

  /// Rolls the transaction back, unless an error has already ended it.
  package func rollBack() throws(SQLiteError) {
    guard isInTransaction else { return }
    try run("ROLLBACK")
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The rows that the last INSERT, UPDATE or DELETE changed.
  package var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Frees the cached pages, which are read again when they are needed.
  package func releaseMemory() {
    sqlite3_db_release_memory(handle)
  }

  /// Sets the time that a statement waits for a lock of another connection.
  package func waitForLocks(milliseconds: Int32) {
    sqlite3_busy_timeout(handle, milliseconds)
  }

  func failure(_ code: Int32, sql: String?) -> SQLiteError {
    .failed(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  /// Keeps `logPages` up to date. Replaces the hook of `PRAGMA wal_autocheckpoint`.
  package func countLogPages() {
    // Not retained: the hook ends with the handle, which is closed in this object's deinit.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, context)
  }
}
