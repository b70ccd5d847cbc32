import SQLite
import Sessions

/// The steps of changes as their rows have them, read a range of bytes at a time.
///
/// Keeps the transaction open until it is closed.
final class ChangeSteps {
  private let column: IncrementalBlob

  init(on connection: Connection) {
    column = IncrementalBlob("edits", of: "changes", on: connection)
  }

  /// Goes to a change, whose row has to be there.
  ///
  /// - Returns: The length of the steps in bytes.
  func open(_ seq: Int64, of session: SessionID) throws(SQLiteError) -> Int {
    try column.open(row: seq)
  }

  /// Some bytes of the steps.
  func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    range.isEmpty ? [] : try column.read(range)
  }

  func close() {
    column.close()
  }
}
