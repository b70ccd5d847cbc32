import CSQLite

// The file of the write-ahead log.
extension Connection {
  /// Syncs the write-ahead log to disk, as each commit does for its own frames.
  package func syncLog() throws(SQLiteError) {
    guard let log = try openLog() else { return }
    try check(log.methods.xSync(log.file, SQLITE_SYNC_NORMAL))
  }

  /// The length of the write-ahead log in bytes; 0 if this connection has read nothing from it.
  package func logSize() throws(SQLiteError) -> Int {
    guard let log = try openLog() else { return 0 }
    var size: Int64 = 0
    try check(log.methods.xFileSize(log.file, &size))
    return Int(size)
  }

  /// Reads a range of the bytes of the write-ahead log, which must have them.
  package func readLog(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    guard let log = try openLog() else { return [] }
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      code = log.methods.xRead(log.file, buffer.baseAddress, Int32(range.count), Int64(range.lowerBound))
      count = code == SQLITE_OK ? range.count : 0
    }
    try check(code)
    return bytes
  }

  /// Overwrites bytes of the write-ahead log. The connection must be the only one that has the database open.
  package func overwriteLog(with bytes: ArraySlice<UInt8>, at offset: Int) throws(SQLiteError) {
    guard let log = try openLog() else { return }
    try check(bytes.withUnsafeBytes { log.methods.xWrite(log.file, $0.baseAddress, Int32($0.count), Int64(offset)) })
  }

  /// The open file and its methods; nil: this connection has read nothing from the log.
  private func openLog() throws(SQLiteError) -> (file: UnsafeMutablePointer<sqlite3_file>, methods: sqlite3_io_methods)?
  {
    // "SQLITE_FCNTL_JOURNAL_POINTER … a pointer to the sqlite3_file object associated with the journal file (either the
    // rollback journal or the write-ahead log)": <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>.
    var log: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
    guard code == SQLITE_OK else { throw failure(code, sql: nil) }
    // A log without methods is not open.
    guard let log, let methods = log.pointee.pMethods else { return nil }
    return (log, methods.pointee)
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else {
      throw .failed(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil)
    }
  }
}
