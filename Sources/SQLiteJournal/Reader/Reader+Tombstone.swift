import Sessions

extension Reader {
  /// Reads the tombstone of a deleted session.
  func tombstone(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> Tombstone? {
    connection.tombstone.bind(id.text)
    return try connection.tombstone.fetchOne { row in
      Tombstone(
        tokenHash: row.optionalText(0).flatMap { [UInt8](hexadecimal: $0) },
        hasExpired: row.optionalText(1) == "expired")
    }
  }
}
