/// The statements for batch jobs.
struct BatchStatements {
  let add: Statement
  let prune: [Statement]
  let advance: [Statement]
  let end: [Statement]
  let recordOutcome: Statement
  let count: Statement
  let addExample: Statement

  init(_ connection: Connection) {
    add = connection.statement(
      "INSERT INTO batches (id, request, state, started_at, finished_at) VALUES (?, ?, ?, ?, ?)")
    prune = [
      connection.statement("DELETE FROM batches WHERE id <= ? AND state <> 'running'"),
      connection.statement("DELETE FROM batch_counts WHERE batch NOT IN (SELECT id FROM batches)"),
      connection.statement("DELETE FROM batch_examples WHERE batch NOT IN (SELECT id FROM batches)"),
    ]
    advance = [
      connection.statement("UPDATE batches SET cursor = ?2 WHERE id = ?1"),
      connection.statement("DELETE FROM batch_sessions WHERE batch = ?1 AND session <= ?2"),
    ]
    end = [
      connection.statement("UPDATE batches SET state = ?2, finished_at = ?3 WHERE id = ?1 AND state = 'running'"),
      connection.statement("DELETE FROM batch_sessions WHERE batch = ?1"),
    ]
    // A session that a cancelled job completes is counted without a mark.
    recordOutcome = connection.statement(
      "INSERT INTO batch_sessions (batch, session) SELECT id, ?2 FROM batches WHERE id = ?1 AND state = 'running'")
    count = connection.statement(
      """
      INSERT INTO batch_counts (batch, outcome, code, count)
      SELECT id, ?2, ?3, ?4 FROM batches WHERE id = ?1
      ON CONFLICT DO UPDATE SET count = count + ?4
      """)
    addExample = connection.statement(
      """
      INSERT INTO batch_examples (session, batch, code, detail)
      SELECT ?2, ?1, ?3, ?4
      WHERE (SELECT count FROM batch_counts WHERE batch = ?1 AND outcome = 'refused' AND code = ?3) <= ?5
        AND EXISTS (SELECT 1 FROM session_rows WHERE id = ?2)
      """)
  }
}
