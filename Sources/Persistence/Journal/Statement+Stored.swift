import JSON
import Navigation
import SQLite
import Sessions

/// Values of rows that may have been damaged on the disk. One that is out of range is replaced by the nearest that is in it:
/// the rest of its row is still useful.
extension Statement {
  /// Milliseconds since 1970.
  func moment(_ column: Int32) -> Int64 {
    min(max(integer(column), Timer.moments.lowerBound), Timer.moments.upperBound)
  }

  /// A count, from zero.
  func count(_ column: Int32) -> Int {
    min(max(Int(integer(column)), 0), UndoState.largest)
  }

  /// The same; nil for NULL.
  func optionalCount(_ column: Int32) -> Int? {
    isNull(column) ? nil : count(column)
  }

  /// A JSON text, to be sent on as it is.
  ///
  /// - Parameter name: Names the value in the error that is thrown when it is not JSON.
  func json(_ column: Int32, _ name: String) throws(SQLiteError) -> [UInt8] {
    let text = bytes(column)
    // Most lists of outputs are empty.
    guard text == Self.emptyList || JSONValue.isText(text, maximumDepth: 2_048) else {
      throw .corrupt("\(name) is not JSON")
    }
    return text
  }

  private static let emptyList = Array("[]".utf8)
}
