import SQLite
import Sessions

extension Reader {
  /// Reads what is left of a session that was deleted.
  func tombstone(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> Tombstone? {
    let row = connection.tombstone
    defer { row.reset() }
    row.bind(id.text)
    guard try row.step() else { return nil }
    return Tombstone(tokenHash: row.isNull(0) ? nil : [UInt8](hexadecimal: row.text(0)))
  }
}
