import CShims

/// The rows of one statement, in the binary formats.
package final class PostgresResult {
  private let handle: OpaquePointer
  private let library: PostgresLibrary

  init(_ handle: OpaquePointer, _ library: PostgresLibrary) {
    self.handle = handle
    self.library = library
  }

  deinit { library.functions.pointee.clear(handle) }

  /// The number of rows.
  package var count: Int { Int(library.functions.pointee.ntuples(handle)) }

  /// The number of rows that the statement has changed or returned.
  package var affectedRows: Int {
    library.functions.pointee.cmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// The rows, in order.
  package var rows: some Collection<PostgresRow> {
    (0..<count).lazy.map { PostgresRow(result: self, index: Int32($0)) }
  }

  /// The first row; nil: there is none.
  package var first: PostgresRow? { count > 0 ? PostgresRow(result: self, index: 0) : nil }

  func isNull(_ row: Int32, _ column: Int32) -> Bool {
    library.functions.pointee.getisnull(handle, row, column) != 0
  }

  func value(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: library.functions.pointee.getvalue(handle, row, column),
      count: Int(library.functions.pointee.getlength(handle, row, column)))
  }
}

/// A row of a result. Columns are numbered from 0.
package struct PostgresRow {
  private let result: PostgresResult
  private let index: Int32

  init(result: PostgresResult, index: Int32) {
    self.result = result
    self.index = index
  }

  package func isNull(_ column: Int) -> Bool { result.isNull(index, Int32(column)) }

  /// An `int2`, `int4` or `int8`; 0 for NULL.
  package func integer(_ column: Int) -> Int64 {
    let bytes = result.value(index, Int32(column))
    guard let first = bytes.first else { return 0 }
    // The first byte has the sign, whatever the width.
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

  /// A `bool`; false for NULL.
  package func bool(_ column: Int) -> Bool { result.value(index, Int32(column)).first == 1 }

  /// A `float8`; nil for NULL.
  package func double(_ column: Int) -> Double? {
    isNull(column) ? nil : Double(bitPattern: UInt64(bitPattern: integer(column)))
  }

  /// A `bytea`, or the bytes of a `text`; empty for NULL.
  package func bytes(_ column: Int) -> [UInt8] { Array(result.value(index, Int32(column))) }

  package func optionalBytes(_ column: Int) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  /// A `text`, or a `bytea` that holds UTF-8; empty for NULL.
  package func text(_ column: Int) -> String { String(decoding: result.value(index, Int32(column)), as: UTF8.self) }

  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// A `uuid`; nil for NULL.
  package func uuid(_ column: Int) -> (high: UInt64, low: UInt64)? {
    let bytes = result.value(index, Int32(column))
    guard bytes.count == 16 else { return nil }
    return (
      UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
  }
}
