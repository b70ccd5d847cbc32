import Sessions

/// The sessions whose ids `session_ids` does not have yet: the `seq` of each in `sessions`.
typealias UnindexedSessions = [SessionID: Int64]

extension UnindexedSessions {
  /// The columns and rows that `init(_:)` reads.
  static let selection = """
    SELECT seq, id
    FROM sessions
    WHERE seq > (SELECT indexed FROM progress)
      AND NOT EXISTS (SELECT 1 FROM session_ids WHERE session_ids.id = sessions.id)
    """

  /// Reads the sessions of a database.
  init(on connection: Connection) throws(SQLiteError) {
    try self.init(connection.statement(Self.selection))
  }

  /// Reads all rows of `selection`.
  init(_ row: Statement) throws(SQLiteError) {
    self.init()
    defer { row.reset() }
    while try row.step() {
      // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
      if let session = SessionID(row.borrowedBytes(1)) { self[session] = row.integer(0) }
    }
  }
}
