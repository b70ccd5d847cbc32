import CSQLite

/// A column of a table, read in ranges of bytes, so that a long text need not be loaded as a whole
/// (<https://www.sqlite.org/c3ref/blob_open.html>).
///
/// Keeps a statement open, and with it the snapshot that it reads, from the first `open` until `close`.
package final class IncrementalBlob {
  private let connection: Connection
  private let table: String
  private let column: String
  private var handle: OpaquePointer?

  /// Creates a reader of a column; `open` selects the row.
  package init(_ column: String, of table: String, on connection: Connection) {
    self.connection = connection
    self.table = table
    self.column = column
  }

  deinit {
    sqlite3_blob_close(handle)
  }

  /// Opens a row, which must exist.
  ///
  /// - Returns: The length of its value in bytes.
  package func open(row: Int64) throws(SQLiteError) -> Int {
    let code =
      handle == nil
      ? sqlite3_blob_open(connection.handle, "main", table, column, row, 0, &handle)
      : sqlite3_blob_reopen(handle, row)
    guard code == SQLITE_OK else {
      let failure = connection.failure(code, sql: nil)
      close()
      // The row exists, so its value is neither text nor a blob.
      if code == SQLITE_ERROR { throw .corrupt("\(table).\(column) of row \(row): \(failure)") }
      throw failure
    }
    return Int(sqlite3_blob_bytes(handle))
  }

  /// Reads a range of the bytes of the row's value.
  package func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      code = read(range, into: UnsafeMutableRawBufferPointer(buffer))
      count = code == SQLITE_OK ? range.count : 0
    }
    guard code == SQLITE_OK else { throw connection.failure(code, sql: nil) }
    return bytes
  }

  /// Reads a range of the bytes of the row's value as the elements of a JSON array, without another copy.
  package func readArray(of range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count + 2) { buffer, count in
      let elements = UnsafeMutableBufferPointer(rebasing: buffer[1..<range.count + 1])
      code = read(range, into: UnsafeMutableRawBufferPointer(elements))
      guard code == SQLITE_OK else { return }
      buffer.initializeElement(at: 0, to: UInt8(ascii: "["))
      buffer.initializeElement(at: range.count + 1, to: UInt8(ascii: "]"))
      count = range.count + 2
    }
    guard code == SQLITE_OK else { throw connection.failure(code, sql: nil) }
    return bytes
  }

  private func read(_ range: Range<Int>, into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    guard !range.isEmpty else { return SQLITE_OK }
    return sqlite3_blob_read(handle, buffer.baseAddress, Int32(range.count), Int32(range.lowerBound))
  }

  /// Closes the row.
  package func close() {
    // Repeats the error of the last call, which was thrown there.
    sqlite3_blob_close(handle)
    handle = nil
  }
}
