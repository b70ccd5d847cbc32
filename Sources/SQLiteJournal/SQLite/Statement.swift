import CSQLite

/// A statement, prepared at its first use and run many times.
///
/// Prepared lazily, since a connection has many rare statements, and each takes some thousand bytes once it is
/// prepared.
///
/// Parameters are bound in order, one `bind` each, before `run` or `step`. An error of the preparation or of a `bind`
/// is thrown by the next `step`.
package final class Statement {
  private var prepared: OpaquePointer?
  private let connection: Connection
  /// The text of the statement.
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

  /// The prepared statement; nil if the preparation failed, with the code in `bindResult`.
  private var handle: OpaquePointer? {
    if let prepared { return prepared }
    // "SQLITE_PREPARE_PERSISTENT: a hint to the query planner that the prepared statement will be retained for a long
    // time": <https://www.sqlite.org/c3ref/c_prepare_normalize.html>.
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    record(code)
    precondition(prepared != nil || code != SQLITE_OK, "`\(sql)` contains no statement")
    return prepared
  }

  // MARK: Running

  /// Runs the statement to its end and ignores its rows.
  package func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Advances to the next row; false when there is none.
  package func step() throws(SQLiteError) -> Bool {
    let handle = handle
    let code = bindResult == SQLITE_OK ? sqlite3_step(handle) : bindResult
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(code, sql: sql)
    }
  }

  /// Reads the first row, and resets the statement; nil when there is none.
  @inlinable
  package func fetchOne<Value>(_ read: (Statement) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value? {
    defer { reset() }
    return try step() ? try read(self) : nil
  }

  /// Reads all rows, and resets the statement.
  @inlinable
  package func fetchAll<Value>(_ read: (Statement) throws(SQLiteError) -> Value) throws(SQLiteError) -> [Value] {
    defer { reset() }
    var values: [Value] = []
    while try step() { values.append(try read(self)) }
    return values
  }

  /// Prepares the statement for the next bindings and run.
  package func reset() {
    // Repeats the error of the last step, which was thrown there.
    _ = sqlite3_reset(prepared)
    bound = 0
    bindResult = SQLITE_OK
  }

  // MARK: Parameters

  /// Binds an integer.
  package func bind(_ value: Int64) {
    record(sqlite3_bind_int64(handle, next(), value))
  }

  /// Binds an integer.
  package func bind(_ value: Int) {
    bind(Int64(value))
  }

  /// Binds NULL.
  package func bindNull() {
    record(sqlite3_bind_null(handle, next()))
  }

  /// Binds an integer, or NULL for nil.
  package func bind(_ value: Int64?) {
    if let value { bind(value) } else { bindNull() }
  }

  /// Binds an integer, or NULL for nil.
  package func bind(_ value: Int?) {
    if let value { bind(value) } else { bindNull() }
  }

  /// Binds a text.
  package func bind(_ text: String) {
    var text = text
    text.withUTF8 { bind(text: UnsafeRawBufferPointer($0), Self.copied) }
  }

  /// Binds a text, or NULL for nil.
  package func bind(_ text: String?) {
    if let text { bind(text) } else { bindNull() }
  }

  /// Binds UTF-8 bytes as a text.
  package func bind(text: [UInt8]) {
    text.withUnsafeBytes { bind(text: $0, Self.copied) }
  }

  /// Binds UTF-8 bytes as a text, or NULL for nil.
  package func bind(text: [UInt8]?) {
    if let text { bind(text: text) } else { bindNull() }
  }

  /// Binds UTF-8 bytes as a text without a copy. The bytes must stay valid until the statement has run.
  package func bind(borrowedText: UnsafeRawBufferPointer) {
    // nil is `SQLITE_STATIC`: SQLite keeps the pointer.
    bind(text: borrowedText, nil)
  }

  /// Binds a blob, or NULL for nil.
  package func bind(blob: [UInt8]?) {
    if let blob { bind(blob: blob) } else { bindNull() }
  }

  /// Binds a blob.
  package func bind(blob: [UInt8]) {
    blob.withUnsafeBytes { bytes in
      // A null pointer would bind NULL.
      guard let start = bytes.baseAddress else { return record(sqlite3_bind_zeroblob(handle, next(), 0)) }
      record(sqlite3_bind_blob64(handle, next(), start, UInt64(bytes.count), Self.copied))
    }
  }

  // MARK: Columns of the current row

  /// An integer column; 0 for NULL.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  /// Whether a column is NULL.
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The UTF-8 bytes of a text, or a blob; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    [UInt8](borrowedBytes(column))
  }

  /// The bytes of a text or blob without a copy; valid until the next step.
  package func borrowedBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // The blob before its length: <https://www.sqlite.org/c3ref/column_blob.html>, "the safest policy".
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// A text column; empty for NULL.
  package func text(_ column: Int32) -> String {
    String(decoding: borrowedBytes(column), as: UTF8.self)
  }

  // MARK: -

  /// SQLITE_TRANSIENT, a C cast that Swift does not import: SQLite copies the bytes.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  private func bind(text: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?) {
    // As in `bind(blob:)`: an empty text is not NULL.
    guard let start = text.baseAddress else { return record(sqlite3_bind_text(handle, next(), "", 0, nil)) }
    record(
      sqlite3_bind_text64(
        handle, next(), start.assumingMemoryBound(to: CChar.self), UInt64(text.count), destructor,
        UInt8(SQLITE_UTF8)))
  }

  private func next() -> Int32 {
    bound += 1
    return bound
  }

  private func record(_ code: Int32) {
    if code != SQLITE_OK, bindResult == SQLITE_OK { bindResult = code }
  }
}
