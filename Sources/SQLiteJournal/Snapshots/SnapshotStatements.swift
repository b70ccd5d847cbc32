/// The statements that store the snapshot of a session.
struct SnapshotStatements {
  let store: Statement
  let insertPlace: Statement
  let forgetExpiredAnswers: Statement

  init(_ connection: Connection) {
    // Without the token, which is written at once: an older snapshot must not restore the former one.
    store = connection.statement(
      """
      UPDATE session_rows
      SET app_version = ?2, revision = ?3, updated_at = ?4, next_id = ?5, outputs = ?6, shown = ?7, tip = ?8,
        oldest = max(oldest, ?9), history_bytes = ?10, data = ?11, current = ?12, path = ?13, navigation = ?14
      WHERE id = ?1
      """)
    insertPlace = connection.statement("INSERT INTO revisions (session, revision, change) VALUES (?, ?, ?)")
    forgetExpiredAnswers = connection.statement("DELETE FROM answers WHERE session = ? AND at <= ?")
  }
}
