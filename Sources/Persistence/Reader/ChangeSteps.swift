import SQLite
import Sessions

/// The steps of changes, read as ranges of bytes. Steps that are stored in `steps` are read as a whole.
///
/// Keeps the transaction open until `close` is called.
final class ChangeSteps {
  private let column: IncrementalBlob
  private let stepList: Statement
  /// The steps of the change, if its row only refers to them.
  private var named: [UInt8]?

  init(on connection: Connection) {
    column = IncrementalBlob("edits", of: "changes", on: connection)
    stepList = connection.statement("SELECT base, content FROM steps WHERE session = ? AND id = ?")
  }

  /// Opens the steps of a change, whose row must exist.
  ///
  /// - Returns: The length of the steps in bytes.
  func open(_ seq: Int64, of session: SessionID) throws(SQLiteError) -> Int {
    let length = try column.open(row: seq)
    named = nil
    guard length <= StepReference.longest, let reference = StepReference(try column.read(0..<length)) else {
      return length
    }
    let steps = try reference.steps { id throws(SQLiteError) in try find(id, of: session) }
    guard let steps else {
      throw .corrupt("the steps \(reference.id) of the session \(session.text) are missing or cannot be read")
    }
    named = steps
    return steps.count
  }

  /// Reads a range of the bytes of the steps.
  func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    if let named { return Array(named[range]) }
    return try column.read(range)
  }

  /// Ends the reading of the current change.
  func close() {
    named = nil
    column.close()
  }

  private func find(_ id: String, of session: SessionID) throws(SQLiteError) -> (base: String?, content: [UInt8])? {
    defer { stepList.reset() }
    stepList.bind(session.text)
    stepList.bind(id)
    guard try stepList.step() else { return nil }
    return (stepList.isNull(0) ? nil : stepList.text(0), stepList.bytes(1))
  }
}
