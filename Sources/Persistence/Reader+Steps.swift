import SQLite
import Sessions

extension Reader {
  /// The steps of a change, also where its row only names them.
  ///
  /// - Parameter stored: What stands in the column `edits`.
  func steps(
    of session: SessionID, _ stored: [UInt8], on connection: ReadConnection
  ) throws(SQLiteError) -> [UInt8] {
    guard let reference = StepReference(stored) else { return stored }
    let steps = try reference.steps { id throws(SQLiteError) in try stepList(id, of: session, on: connection) }
    guard let steps else {
      throw .corrupt("the steps \(reference.id) of the session \(session.text) are missing or cannot be read")
    }
    return steps
  }

  private func stepList(
    _ id: String, of session: SessionID, on connection: ReadConnection
  ) throws(SQLiteError) -> (base: String?, content: [UInt8])? {
    let row = connection.stepList
    defer { row.reset() }
    row.bind(session.text)
    row.bind(id)
    guard try row.step() else { return nil }
    return (row.isNull(0) ? nil : row.text(0), row.bytes(1))
  }
}
