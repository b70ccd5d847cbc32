/// The statements for rows that belong to a session that the same transaction has written.
///
/// `xmin` is the transaction that wrote a row: a transaction that was sent before and is carried out later, after its
/// repetition, has written no session's row and adds nothing.
enum ChildStatements {
  private static let own = "s.xmin = pg_current_xact_id()::xid"

  static let idempotencyRecords = PostgresStatement(
    "answers",
    """
    INSERT INTO answers (scope, key, fingerprint, status, revision, body, at)
    SELECT a.scope, a.key, a.fingerprint, a.status, a.revision, a.body, a.at
    FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::int4[], $5::int8[], $6::bytea[], $7::int8[])
      AS a (scope, key, fingerprint, status, revision, body, at)
    JOIN session_rows s ON s.id = a.scope AND \(own)
    ON CONFLICT (scope, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, status = excluded.status, revision = excluded.revision, body = excluded.body,
      at = excluded.at
    """)

  static let setTimers = PostgresStatement(
    "setTimers",
    """
    INSERT INTO timers (session, id, share, fire_at, screen, effect, action, recurrence)
    SELECT t.session, t.id, t.share, t.fire_at, t.screen, t.effect, t.action, t.recurrence
    FROM unnest($1::uuid[], $2::bytea[], $3::int2[], $4::int8[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[])
      AS t (session, id, share, fire_at, screen, effect, action, recurrence)
    JOIN session_rows s ON s.id = t.session AND \(own)
    ON CONFLICT (session, id) DO UPDATE
    SET fire_at = excluded.fire_at, screen = excluded.screen, effect = excluded.effect, action = excluded.action,
      recurrence = excluded.recurrence
    """)

  static let removeTimers = PostgresStatement(
    "removeTimers",
    """
    DELETE FROM timers
    USING unnest($1::uuid[], $2::bytea[]) AS t (session, id), session_rows s
    WHERE timers.session = t.session AND timers.id = t.id AND s.id = t.session AND \(own)
    """)

  // The last byte of an id is its partition. A key that no session has leads to the id 0; the delivery finds no recipient
  // then.
  static let sendMessages = PostgresStatement(
    "sendMessages",
    """
    INSERT INTO messages (recipient, sender, revision, n, id, share, action, at, chain)
    SELECT r.recipient, m.sender, m.revision, m.n, m.id, get_byte(uuid_send(r.recipient), 15), m.action, m.at, m.chain
    FROM unnest(
        $1::uuid[], $2::uuid[], $3::text[], $4::int8[], $5::int4[], $6::int8[], $7::bytea[], $8::int8[], $9::int8[])
      AS m (sender, recipient, key, revision, n, id, action, at, chain)
    JOIN session_rows s ON s.id = m.sender AND \(own)
    CROSS JOIN LATERAL (
      SELECT coalesce(
        m.recipient, (SELECT id FROM session_rows WHERE key = m.key AND app = s.app),
        '00000000-0000-0000-0000-000000000000') AS recipient) AS r
    """)

  static let removeMessages = PostgresStatement(
    "removeMessages",
    """
    DELETE FROM messages
    USING unnest($1::uuid[], $2::int8[]) AS m (recipient, id), session_rows s
    WHERE messages.id = m.id AND s.id = m.recipient AND \(own)
    """)

  static let askCalls = PostgresStatement(
    "askCalls",
    """
    INSERT INTO calls (
      key, session, share, screen, revision, at, method, url, fields, body, timeout, reply, chain, attempts, due,
      failure)
    SELECT c.key, c.session, c.share, c.screen, c.revision, c.at, c.method, c.url, c.fields, c.body, c.timeout, c.reply,
      c.chain, c.attempts, c.due, c.failure
    FROM unnest(
        $1::text[], $2::uuid[], $3::int2[], $4::bytea[], $5::int8[], $6::int8[], $7::bytea[], $8::bytea[], $9::bytea[],
        $10::bytea[], $11::int8[], $12::bytea[], $13::int8[], $14::int8[], $15::int8[],
        $16::text[])
      AS c (
        key, session, share, screen, revision, at, method, url, fields, body, timeout, reply, chain, attempts, due,
        failure)
    JOIN session_rows s ON s.id = c.session AND \(own)
    """)

  static let endCalls = PostgresStatement(
    "endCalls",
    """
    DELETE FROM calls
    USING unnest($1::uuid[], $2::text[]) AS c (session, key), session_rows s
    WHERE calls.key = c.key AND s.id = c.session AND \(own)
    """)

  /// Adds outputs for the webhooks that select them, and returns the names of these.
  static let deliver = PostgresStatement(
    "deliver",
    """
    INSERT INTO deliveries (position, webhook, session, seq, app, revision, at, name, value, credential, request)
    SELECT (pg_current_xact_id()::text::int8 << 20) + $7::int8 + row_number() OVER (ORDER BY w.name, o.i), w.name, s.id, o.seq, s.app,
      o.revision, o.at, o.name, o.value, o.credential, o.request
    FROM unnest(
        $1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::bytea[], $6::bytea[], $8::bytea[], $9::bytea[])
      WITH ORDINALITY AS o (session, seq, revision, at, name, value, credential, request, i)
    JOIN session_rows s ON s.id = o.session AND \(own)
    JOIN webhooks w
      ON (cardinality(w.apps) = 0 OR convert_to(s.app, 'UTF8') = ANY (w.apps))
        AND (cardinality(w.outputs) = 0 OR o.name = ANY (w.outputs))
    RETURNING webhook
    """)

  /// Adds credentials of sessions, whose rows are locked: none is removed meanwhile as one that no change has.
  static let attribute = PostgresStatement(
    "attribute",
    """
    INSERT INTO attributions (session, number, text)
    SELECT a.session, a.number, a.text
    FROM unnest($1::uuid[], $2::int8[], $3::bytea[]) AS a (session, number, text)
    JOIN session_rows s ON s.id = a.session AND \(own)
    ON CONFLICT DO NOTHING
    """)

  static let setTokenHash = PostgresStatement(
    "setTokenHash", "UPDATE session_rows s SET token_hash = $2::bytea WHERE s.id = $1::uuid AND \(own)")

  static let setKey = PostgresStatement(
    "setKey", "UPDATE session_rows s SET key = $2::text WHERE s.id = $1::uuid AND \(own)")

  static let setLease = PostgresStatement(
    "setLease",
    """
    UPDATE session_rows s SET lease = $2::text, lease_name = $3::bytea, lease_until = $4::int8
    WHERE s.id = $1::uuid AND \(own)
    """)

  static let deleteLabels = PostgresStatement(
    "deleteLabels",
    "DELETE FROM labels USING session_rows s WHERE labels.session = $1::uuid AND s.id = $1::uuid AND \(own)")

  static let insertLabels = PostgresStatement(
    "insertLabels",
    """
    INSERT INTO labels (session, name, value)
    SELECT l.session, l.name, l.value
    FROM unnest($1::uuid[], $2::text[], $3::text[]) AS l (session, name, value)
    JOIN session_rows s ON s.id = l.session AND \(own)
    """)

  static let deleteTokens = PostgresStatement(
    "deleteTokens",
    "DELETE FROM tokens USING session_rows s WHERE tokens.session = $1::uuid AND s.id = $1::uuid AND \(own)")

  static let insertTokens = PostgresStatement(
    "insertTokens",
    """
    INSERT INTO tokens (session, id, role, name, hash, created_at, expires_at, lifetime, is_code, maker)
    SELECT $1::uuid, t.id, t.role, t.name, t.hash, t.created_at, t.expires_at, t.lifetime, t.is_code, t.maker
    FROM unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::int8[], $7::int8[], $8::int8[], $9::bool[], $10::bytea[])
      AS t (id, role, name, hash, created_at, expires_at, lifetime, is_code, maker)
    JOIN session_rows s ON s.id = $1::uuid AND \(own)
    """)

  // `created_event`: changes with lower numbers were imported, and are no events.
  /// Pruned changes are no events any more: records the newest of each app.
  static let recordPruned = PostgresStatement(
    "recordPruned",
    """
    WITH p AS (
      INSERT INTO pruned_sessions (session)
      SELECT s.id FROM session_rows s WHERE s.id = $1::uuid AND \(own)
      ON CONFLICT DO NOTHING)
    INSERT INTO pruned_events (app, event)
    SELECT s.app, c.event
    FROM session_rows s
    JOIN changes c ON c.session = s.id AND c.revision = s.oldest - 1
    WHERE s.id = $1::uuid AND \(own) AND c.event > s.created_event
    ON CONFLICT (app) DO UPDATE SET event = greatest(pruned_events.event, excluded.event)
    """)

  /// A running job, whose row is locked so that the job neither ends nor moves on meanwhile. Fails by a division by zero if
  /// the job has ended, or has done the session before.
  static let openBatch = """
    b AS (
      SELECT id, 1 / CASE WHEN state = 'running' AND (cursor IS NULL OR cursor < $2::uuid) THEN 1 ELSE 0 END AS open
      FROM batches, own
      WHERE id = $1::int8
      FOR SHARE OF batches),
    done AS (
      INSERT INTO batch_sessions (batch, session) SELECT id, $2::uuid FROM b WHERE open = 1)
    """

  /// Counts a session that a job has changed. Fails if it was done before.
  static let countChanged = PostgresStatement(
    "countChanged",
    """
    WITH own AS (SELECT 1 FROM session_rows s WHERE s.id = $2::uuid AND \(own)),
    \(openBatch)
    INSERT INTO batch_counts (batch, outcome, code, count)
    SELECT id, 'changed', '', 1 FROM b WHERE open = 1
    ON CONFLICT (batch, outcome, code) DO UPDATE SET count = batch_counts.count + 1
    """)

  // Event 0: imported changes are no events of the app.
  /// Makes the slices of an import the changes of the session.
  static let addImported = PostgresStatement(
    "addImported",
    """
    WITH a AS (
      INSERT INTO attributions (session, number, text)
      SELECT DISTINCT ON (i.credential) i.session, i.credential, i.attribution
      FROM imported_changes i
      JOIN session_rows s ON s.id = i.session AND \(own)
      WHERE i.node = $1::text AND i.session = $2::uuid AND i.attribution IS NOT NULL
      ON CONFLICT DO NOTHING)
    INSERT INTO changes (
      session, revision, token, event, at, actor, credential, request, action, edits, outputs, refused, state_of)
    SELECT i.session, i.revision, s.created_token, 0, i.at, i.actor, i.credential, i.request, i.action,
      i.edits, i.outputs, i.refused, i.state_of
    FROM imported_changes i
    JOIN session_rows s ON s.id = i.session AND \(own)
    WHERE i.node = $1::text AND i.session = $2::uuid
    """)
}
