import SQLite
import Sessions

/// The action and the steps of changes, read as ranges of bytes. Steps that are stored in `steps` as patches or in reverse
/// are read as a whole.
///
/// Keeps the transaction open until `close` is called.
final class ChangeSteps {
  private let action: IncrementalBlob
  private let column: IncrementalBlob
  private let list: IncrementalBlob
  private let stepList: Statement
  private var source = Source.column

  /// The place of the steps of the change.
  private enum Source {
    case column, list
    case memory([UInt8])
  }

  init(on connection: Connection) {
    action = IncrementalBlob("action", of: "changes", on: connection)
    column = IncrementalBlob("edits", of: "changes", on: connection)
    list = IncrementalBlob("content", of: "steps", on: connection)
    stepList = connection.statement("SELECT base, rowid FROM steps WHERE session = ? AND id = ?")
  }

  /// Opens the action of a change, whose row must exist.
  ///
  /// - Returns: The length of the action in bytes.
  func openAction(_ seq: Int64) throws(SQLiteError) -> Int {
    try action.open(row: seq)
  }

  /// Reads the first bytes of the action.
  func readAction(_ length: Int) throws(SQLiteError) -> [UInt8] {
    try action.read(0..<length)
  }

  /// Opens the steps of a change, whose row must exist.
  ///
  /// - Returns: The length of the steps in bytes.
  func open(_ seq: Int64, of session: SessionID) throws(SQLiteError) -> Int {
    let length = try column.open(row: seq)
    source = .column
    guard length <= StepReference.longest, let reference = StepReference(try column.read(0..<length)) else {
      return length
    }
    if !reference.isInverse, let found = try find(reference.id, of: session), found.base == nil {
      source = .list
      return try list.open(row: found.row)
    }
    let steps = try reference.steps { id throws(SQLiteError) in
      try find(id, of: session).map { found throws(SQLiteError) in (found.base, try content(of: found.row)) }
    }
    guard let steps else {
      throw .corrupt("the steps \(reference.id) of the session \(session.text) are missing or cannot be read")
    }
    source = .memory(steps)
    return steps.count
  }

  /// Reads a range of the bytes of the steps.
  func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    switch source {
    case .column: return try column.read(range)
    case .list: return try list.read(range)
    case .memory(let steps): return Array(steps[range])
    }
  }

  /// Reads some adjacent steps as a JSON array.
  ///
  /// - Parameter range: The place of the steps and the commas between them.
  func readArray(of range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    switch source {
    case .column: try column.readArray(of: range)
    case .list: try list.readArray(of: range)
    case .memory(let steps): [UInt8(ascii: "[")] + steps[range] + [UInt8(ascii: "]")]
    }
  }

  /// Ends the reading of the current change.
  func close() {
    source = .column
    action.close()
    column.close()
    list.close()
  }

  private func find(_ id: String, of session: SessionID) throws(SQLiteError) -> (base: String?, row: Int64)? {
    stepList.bind(session.text)
    stepList.bind(id)
    return try stepList.fetchOne { row in (row.optionalText(0), row.integer(1)) }
  }

  private func content(of row: Int64) throws(SQLiteError) -> [UInt8] {
    let length = try list.open(row: row)
    return try list.read(0..<length)
  }
}
