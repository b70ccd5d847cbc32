import Sessions

/// The action and the steps of changes, read as ranges of bytes. Steps that are stored in `steps` as patches are read as a
/// whole.
///
/// Keeps the transaction open until `close` is called.
final class ChangeSteps {
  private let action: IncrementalBlob
  private let column: IncrementalBlob
  private let list: IncrementalBlob
  private let stepList: Statement
  private var source = Source.column
  /// The steps if they are the inverses of those of the source; nil: they are the source.
  private var inverse: InverseSteps?

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
    (source, inverse) = (.column, nil)
    guard length <= StepReference.longest, let reference = StepReference(try column.read(0..<length)) else {
      return length
    }
    let listLength = try openList(reference, of: session)
    guard reference.isInverse else { return listLength }
    inverse = try InverseSteps(ofListWith: listLength, read: readList)
    guard let inverse else { throw Self.corrupt(reference, of: session) }
    return inverse.count
  }

  private func openList(_ reference: StepReference, of session: SessionID) throws(SQLiteError) -> Int {
    if let found = try find(reference.id, of: session), found.base == nil {
      source = .list
      return try list.open(row: found.row)
    }
    let steps = try reference.list { id throws(SQLiteError) in
      try find(id, of: session).map { found throws(SQLiteError) in (found.base, try content(of: found.row)) }
    }
    guard let steps else { throw Self.corrupt(reference, of: session) }
    source = .memory(steps)
    return steps.count
  }

  private static func corrupt(_ reference: StepReference, of session: SessionID) -> SQLiteError {
    .corrupt("the steps \(reference.id) of the session \(session.text) are missing or cannot be read")
  }

  /// Reads a range of the bytes of the steps.
  func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    guard let inverse else { return try readList(range) }
    var bytes: [UInt8] = []
    try inverse.append(range, to: &bytes, read: readList)
    return bytes
  }

  /// Reads some adjacent steps as a JSON array.
  ///
  /// - Parameter range: The place of the steps and the commas between them.
  func readArray(of range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    if let inverse {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count + 2)
      bytes.append(UInt8(ascii: "["))
      try inverse.append(range, to: &bytes, read: readList)
      bytes.append(UInt8(ascii: "]"))
      return bytes
    }
    switch source {
    case .column: return try column.readArray(of: range)
    case .list: return try list.readArray(of: range)
    case .memory(let steps): return [UInt8(ascii: "[")] + steps[range] + [UInt8(ascii: "]")]
    }
  }

  /// Reads a range of the bytes of the column or of the stored list.
  private func readList(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
    switch source {
    case .column: try column.read(range)
    case .list: try list.read(range)
    case .memory(let steps): Array(steps[range])
    }
  }

  /// Ends the reading of the current change.
  func close() {
    (source, inverse) = (.column, nil)
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
