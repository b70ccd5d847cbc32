/// The statements that update the tables of a session.
struct ProjectionStatements {
  let updateSession: Statement
  let readNavigation: Statement
  let removeNavigation: Statement
  let writeContainer: Statement
  let writeScreen: Statement
  let removeContainer: Statement
  let removeScreen: Statement
  let indexChanges: Statement
  let forgetExpiredAnswers: Statement

  init(_ connection: Connection) {
    // Without the token, which is written at once: an older projection must not restore the former one.
    updateSession = connection.statement(
      """
      UPDATE sessions
      SET app_version = ?2, revision = ?3, updated_at = ?4, next_id = ?5, outputs = ?6, shown = ?7, tip = ?8,
        oldest = max(oldest, ?9), history_bytes = ?10, data = ?11, current = ?12, path = ?13
      WHERE \(WriteStatements.isSession) AND navigation IS NULL
      """)
    readNavigation = connection.statement("SELECT navigation FROM \(WriteStatements.session)")
    removeNavigation = connection.statement("UPDATE sessions SET navigation = NULL WHERE \(WriteStatements.isSession)")
    writeContainer = connection.statement(
      """
      INSERT OR REPLACE INTO container_rows (session, id, screen, kind, selected, history, open)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    writeScreen = connection.statement(
      """
      INSERT OR REPLACE INTO screen_rows
        (session, id, container, position, presented, route, params, state, opener, intent)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    removeContainer = connection.statement("DELETE FROM container_rows WHERE session = ? AND id = ?")
    removeScreen = connection.statement("DELETE FROM screen_rows WHERE session = ? AND id = ?")
    indexChanges = connection.statement("INSERT INTO revisions (session, revision, change, more) VALUES (?, ?, ?, ?)")
    forgetExpiredAnswers = connection.statement("DELETE FROM answers WHERE session = ? AND at <= ?")
  }
}
