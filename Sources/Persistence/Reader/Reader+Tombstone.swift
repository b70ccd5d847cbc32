import SQLite
import Sessions

extension Reader {
  /// Reads the tombstone of a deleted session.
  func tombstone(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> Tombstone? {
    let row = connection.tombstone
    defer { row.reset() }
    row.bind(id.text)
    guard try row.step() else { return nil }
    return Tombstone(tokenHash: row.isNull(0) ? nil : [UInt8](hexadecimal: row.text(0)))
  }
}
