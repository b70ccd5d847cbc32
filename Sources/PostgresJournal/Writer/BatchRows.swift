import Sessions

/// The statements of writes to batch jobs.
enum BatchRows {
  static func commands(_ write: BatchWrite) -> [PostgresCommand] {
    switch write {
    case .add(let batch, let record): add(batch, record)
    case .advance(let batch, let session): advance(batch, to: session)
    case .count(let batch, let session, let outcome): count(outcome, of: session, in: batch)
    case .end(let batch, let state, let time): end(batch, state, at: time)
    }
  }

  /// Fails by a value that is NULL if the number or the idempotency key is taken, unless by the write itself, which may be
  /// sent twice.
  private static func add(_ batch: StoredBatch, _ record: IdempotencyRecord?) -> [PostgresCommand] {
    let insertion = PostgresCommand(
      "addBatch",
      """
      INSERT INTO batches (id, request, state, started_at, finished_at)
      VALUES ($1::int8, $2::bytea, $3::text, $4::int8, $5::int8)
      ON CONFLICT (id) DO UPDATE
      SET request = CASE
        WHEN batches.request = excluded.request AND batches.started_at = excluded.started_at THEN excluded.request
      END
      """
    ) { parameters in
      parameters.append(batch.id.number)
      parameters.append(batch.request)
      parameters.append(batch.state)
      parameters.append(batch.startedAt)
      parameters.append(batch.finishedAt)
    }
    let last = batch.id.number - StoredBatch.kept
    let pruning = PostgresCommand(
      "pruneBatches", "DELETE FROM batches WHERE id <= $1::int8 AND state <> 'running'"
    ) { $0.append(last) }
    let remains = ["batch_counts", "batch_examples"].map { table in
      PostgresCommand(
        "prune_\(table)",
        "DELETE FROM \(table) WHERE batch <= $1::int8 AND NOT EXISTS (SELECT 1 FROM batches WHERE id = batch)"
      ) { $0.append(last) }
    }
    return [insertion] + (record.map { [insert($0)] } ?? []) + [pruning] + remains
      + [.edition(of: "batches")]
  }

  private static func insert(_ record: IdempotencyRecord) -> PostgresCommand {
    PostgresCommand(
      "keepBatch",
      """
      INSERT INTO answers (scope, key, fingerprint, status, revision, body, at)
      VALUES ($1::uuid, $2::bytea, $3::bytea, $4::int4, $5::int8, $6::bytea, $7::int8)
      ON CONFLICT (scope, key) DO UPDATE
      SET fingerprint = CASE
          WHEN answers.at <= excluded.at - 86400000
            OR answers.fingerprint = excluded.fingerprint AND answers.at = excluded.at AND answers.body = excluded.body
          THEN excluded.fingerprint
        END,
        status = excluded.status, revision = excluded.revision, body = excluded.body, at = excluded.at
      """
    ) { $0.append(record) }
  }

  private static func advance(_ batch: BatchID, to session: SessionID) -> [PostgresCommand] {
    func append(_ parameters: inout PostgresParameters) {
      parameters.append(batch.number)
      parameters.append(session)
    }
    return [
      PostgresCommand(
        // `greatest`: a write that is carried out late cannot move the job back.
        "advanceBatch", "UPDATE batches SET cursor = greatest(cursor, $2::uuid) WHERE id = $1::int8", append),
      PostgresCommand(
        "forgetDone", "DELETE FROM batch_sessions WHERE batch = $1::int8 AND session <= $2::uuid", append),
    ]
  }

  private static func count(_ outcome: BatchOutcome, of session: SessionID, in batch: BatchID) -> [PostgresCommand] {
    var (code, detail): ([UInt8], [UInt8]?) = ([], nil)
    if case .refused(let refusal) = outcome { (code, detail) = (Array(refusal.code.utf8), Array(refusal.detail.utf8)) }
    return [
      PostgresCommand(
        "countBatch",
        """
        WITH done AS (
          INSERT INTO batch_sessions (batch, session)
          SELECT id, $2::uuid FROM batches
          WHERE id = $1::int8 AND state = 'running' AND (cursor IS NULL OR cursor < $2::uuid)
          FOR SHARE
          ON CONFLICT DO NOTHING
          RETURNING batch),
        counted AS (
          INSERT INTO batch_counts (batch, outcome, code, count)
          SELECT batch, $3::text, $4::bytea, 1 FROM done
          ON CONFLICT (batch, outcome, code) DO UPDATE SET count = batch_counts.count + 1
          RETURNING count)
        INSERT INTO batch_examples (session, batch, code, detail)
        SELECT $2::uuid, $1::int8, $4::bytea, $5::bytea
        FROM counted
        WHERE $5::bytea IS NOT NULL AND counted.count <= $6::int8
          AND EXISTS (SELECT 1 FROM session_rows WHERE id = $2::uuid)
        """
      ) { parameters in
        parameters.append(batch.number)
        parameters.append(session)
        parameters.append(outcome.name)
        parameters.append(code)
        parameters.append(detail)
        parameters.append(Int64(BatchCounts.examples))
      }
    ]
  }

  private static func end(_ batch: BatchID, _ state: Batch.State, at time: Int64) -> [PostgresCommand] {
    [
      PostgresCommand(
        "endBatch",
        """
        UPDATE batches SET state = $2::text, finished_at = $3::int8 WHERE id = $1::int8 AND state = 'running'
        """
      ) { parameters in
        parameters.append(batch.number)
        parameters.append(state.rawValue)
        parameters.append(time)
      },
      PostgresCommand("endSessions", "DELETE FROM batch_sessions WHERE batch = $1::int8") {
        $0.append(batch.number)
      },
      .edition(of: "batches"),
    ]
  }
}
