import SQLite

/// The statements of the writes that are answered for.
struct WriteStatements {
  let appendChange: Statement
  let insertSession: Statement
  let forgetExpiredAnswer: Statement
  let insertAnswer: Statement
  let insertTimer: Statement
  let deleteTimer: Statement
  let insertMessage: Statement
  let deleteMessage: Statement
  let insertApp: Statement
  let withdrawApp: Statement
  let deleteSession: [Statement]
  let deleteChange: Statement
  let moveOldest: Statement
  let findPruned: Statement
  let deletePlaces: Statement
  let forgetExpiredCreations: Statement

  init(_ connection: Connection) throws(SQLiteError) {
    appendChange = try connection.prepare(
      """
      INSERT INTO changes (seq, session, revision, at, actor, action, edits, outputs, state_of)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insertSession = try connection.prepare(
      """
      INSERT INTO sessions
        (id, app, app_version, revision, created_at, updated_at, next_id, outputs, shown, tip, oldest, data, token_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    forgetExpiredAnswer = try connection.prepare("DELETE FROM answers WHERE session = ? AND key = ? AND at <= ?")
    insertAnswer = try connection.prepare(
      """
      INSERT INTO answers (session, key, fingerprint, status, revision, body, at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    insertTimer = try connection.prepare(
      "INSERT INTO timers (session, id, screen, effect, fire_at, action) VALUES (?, ?, ?, ?, ?, ?)")
    deleteTimer = try connection.prepare("DELETE FROM timers WHERE session = ? AND id = ?")
    insertMessage = try connection.prepare(
      "INSERT INTO messages (sender, recipient, action, at, chain) VALUES (?, ?, ?, ?, ?)")
    deleteMessage = try connection.prepare("DELETE FROM messages WHERE id = ?")
    insertApp = try connection.prepare("INSERT INTO apps (name, version, definition, created_at) VALUES (?, ?, ?, ?)")
    withdrawApp = try connection.prepare("UPDATE apps SET withdrawn_at = ? WHERE name = ? AND version = ?")
    // The changes first: they are found by `revisions`.
    deleteSession = [
      try connection.prepare(
        // In place of the one of an earlier session, which was deleted and then imported.
        """
        INSERT OR REPLACE INTO tombstones (session, at, token_hash)
        SELECT id, unixepoch() * 1000, token_hash FROM sessions WHERE id = ?
        """),
      try connection.prepare("DELETE FROM changes WHERE seq IN (SELECT change FROM revisions WHERE session = ?)"),
      try connection.prepare("DELETE FROM revisions WHERE session = ?"),
      try connection.prepare("DELETE FROM answers WHERE session = ?"),
      try connection.prepare("DELETE FROM timers WHERE session = ?"),
      try connection.prepare("DELETE FROM messages WHERE recipient = ?"),
      try connection.prepare("DELETE FROM screens WHERE session = ?"),
      try connection.prepare("DELETE FROM containers WHERE session = ?"),
      try connection.prepare("DELETE FROM sessions WHERE id = ?"),
    ]
    deleteChange = try connection.prepare("DELETE FROM changes WHERE seq = ?")
    // Only what the tables show can go, and only once.
    moveOldest = try connection.prepare(
      "UPDATE sessions SET oldest = ?2 WHERE id = ?1 AND revision >= ?2 AND oldest < ?2")
    findPruned = try connection.prepare(
      """
      SELECT revision, change
      FROM revisions
      WHERE session = ?1 AND revision >= ?2 AND revision < (SELECT oldest FROM sessions WHERE id = ?1)
      ORDER BY revision
      LIMIT ?3
      """)
    deletePlaces = try connection.prepare(
      """
      DELETE FROM revisions
      WHERE session = ?1 AND revision >= ?2 AND revision < min(?3, (SELECT oldest FROM sessions WHERE id = ?1))
      """)
    forgetExpiredCreations = try connection.prepare("DELETE FROM answers WHERE session = '' AND at <= ?")
  }
}
