import Sessions

/// The action and the steps of changes, read as ranges of bytes.
///
/// Keeps the transaction open until `close` is called.
final class ChangeSteps {
  private let action: IncrementalBlob
  private let steps: IncrementalBlob

  init(on connection: Connection) {
    action = IncrementalBlob("action", of: "changes", on: connection)
    steps = IncrementalBlob("edits", of: "changes", on: connection)
  }

  /// Opens the action of a change, whose row must exist.
  ///
  /// - Returns: The length of the action in bytes.
  func openAction(_ seq: Int64) throws(SQLiteError) -> Int { try action.open(row: seq) }

  /// Reads the first bytes of the action.
  func readAction(_ length: Int) throws(SQLiteError) -> [UInt8] { try action.read(0..<length) }

  /// Opens the steps of a change, whose row must exist.
  ///
  /// - Returns: The length of the steps in bytes.
  func open(_ seq: Int64) throws(SQLiteError) -> Int { try steps.open(row: seq) }

  /// Reads a range of the bytes of the steps.
  func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] { range.isEmpty ? [] : try steps.read(range) }

  /// Reads some adjacent steps as a JSON array.
  ///
  /// - Parameter range: The place of the steps and the commas between them.
  func readArray(of range: Range<Int>) throws(SQLiteError) -> [UInt8] { try steps.readArray(of: range) }

  /// Ends the reading of the current change.
  func close() {
    action.close()
    steps.close()
  }
}
