import CSQLite

/// A statement, prepared when it is first used and run many times.
///
/// A connection has many for what is seldom done, and each takes some thousand bytes once it is prepared.
///
/// Parameters are bound in order, one `bind` each, then `run` or `step`. An error of preparing or of a `bind` is thrown
/// by the `step` after it.
package final class Statement {
  private var prepared: OpaquePointer?
  private let connection: Connection
  package let sql: String
  private var bound: Int32 = 0
  private var bindResult = SQLITE_OK

  init(_ sql: String, on connection: Connection) {
    self.connection = connection
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(prepared)
  }

  /// nil when it cannot be prepared, which `bindResult` then says why.
  private var handle: OpaquePointer? {
    if let prepared { return prepared }
    // "SQLITE_PREPARE_PERSISTENT: a hint to the query planner that the prepared statement will be retained for a long
    // time": <https://www.sqlite.org/c3ref/c_prepare_normalize.html>.
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    note(code)
    precondition(prepared != nil || code != SQLITE_OK, "no statement in `\(sql)`")
    return prepared
  }

  // MARK: Running

  /// Runs the statement to its end, ignoring rows.
  package func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Goes to the next row; false when there is none.
  package func step() throws(SQLiteError) -> Bool {
    let handle = handle
    let code = bindResult == SQLITE_OK ? sqlite3_step(handle) : bindResult
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(code, sql: sql)
    }
  }

  /// Makes the statement ready to be bound and run again.
  package func reset() {
    // It repeats the error of the last step, which has been thrown there.
    _ = sqlite3_reset(prepared)
    bound = 0
    bindResult = SQLITE_OK
  }

  // MARK: Parameters

  package func bind(_ value: Int64) {
    note(sqlite3_bind_int64(handle, next(), value))
  }

  package func bind(_ value: Int) {
    bind(Int64(value))
  }

  package func bindNull() {
    note(sqlite3_bind_null(handle, next()))
  }

  package func bind(_ value: Int?) {
    if let value { bind(value) } else { bindNull() }
  }

  package func bind(_ text: String) {
    var text = text
    text.withUTF8 { bind(text: UnsafeRawBufferPointer($0), Self.copied) }
  }

  package func bind(_ text: String?) {
    if let text { bind(text) } else { bindNull() }
  }

  /// Binds UTF-8 as text.
  package func bind(text: [UInt8]) {
    text.withUnsafeBytes { bind(text: $0, Self.copied) }
  }

  /// Binds UTF-8 as text without copying it: the bytes must stay until the statement has been run.
  package func bind(borrowedText: UnsafeRawBufferPointer) {
    bind(text: borrowedText, nil)
  }

  package func bind(blob: [UInt8]) {
    blob.withUnsafeBytes { bytes in
      // A null pointer would bind NULL.
      guard let start = bytes.baseAddress else { return note(sqlite3_bind_zeroblob(handle, next(), 0)) }
      note(sqlite3_bind_blob64(handle, next(), start, UInt64(bytes.count), Self.copied))
    }
  }

  // MARK: Columns of the present row

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// A text's UTF-8, or a blob; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    [UInt8](borrowedBytes(column))
  }

  /// The same without a copy; valid until the next step.
  package func borrowedBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // The blob before its length: <https://www.sqlite.org/c3ref/column_blob.html>, "the safest policy".
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  package func text(_ column: Int32) -> String {
    String(decoding: borrowedBytes(column), as: UTF8.self)
  }

  // MARK: -

  /// SQLITE_TRANSIENT, a C cast that Swift does not import: SQLite makes its own copy.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  private func bind(text: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?) {
    guard let start = text.baseAddress else { return note(sqlite3_bind_text(handle, next(), "", 0, nil)) }
    note(
      sqlite3_bind_text64(
        handle, next(), start.assumingMemoryBound(to: CChar.self), UInt64(text.count), destructor,
        UInt8(SQLITE_UTF8)))
  }

  private func next() -> Int32 {
    bound += 1
    return bound
  }

  private func note(_ code: Int32) {
    if code != SQLITE_OK, bindResult == SQLITE_OK { bindResult = code }
  }
}
