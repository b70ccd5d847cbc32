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
      SET app_version = ?2, revision = ?3, updated_at = ?4, active_at = ?5, next_id = ?6, outputs = ?7, shown = ?8,
        tip = ?9, oldest = max(oldest, ?10), history_bytes = ?11, data = ?12, current = ?13, path = ?14,
        entered_at = ?15, flow_labels = ?16, navigation = ?17
      WHERE id = ?1
      """)
    insertPlace = connection.statement("INSERT INTO revisions (session, revision, change) VALUES (?, ?, ?)")
    forgetExpiredAnswers = connection.statement("DELETE FROM answers WHERE session = ? AND at <= ?")
  }
}
