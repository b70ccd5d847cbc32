/// The statements that change sessions' rows. Sessions are locked in the order of their ids.
enum SharedWriteStatements {
  /// Sets the rows of sessions that have the expected tokens, and appends their changes and events.
  ///
  /// Returns the numbers of the sessions that were written, from 1.
  static let commit = PostgresStatement("commit", commitText(where: ""))

  /// The same, for sessions whose changes deliver messages: these have to be still undelivered.
  static let commitWithDeliveries = PostgresStatement(
    "commitWithDeliveries",
    commitText(
      where: """
          AND NOT EXISTS (
            SELECT 1
            FROM unnest($30::int8[], $31::int8[]) AS d (n, id)
            WHERE d.n = k.n AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.id))
        """))

  // `xmin`: the session that a first attempt has created has the token as well, and would get its start twice.
  /// The same, for sessions that the transaction has created. Their events follow those of all creations.
  static let commitStarts = PostgresStatement(
    "commitStarts",
    commitText(where: "AND s.xmin = pg_current_xact_id()::xid", offset: "(1 << 18) + (1 << 17)"))

  /// - Parameter offset: The place of the first event among those of the transaction.
  private static func commitText(where condition: String, offset: String = "0") -> String {
    """
    WITH k AS (
      SELECT *
      FROM unnest(
        $1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[],
        $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::bytea[], $29::int8[])
        WITH ORDINALITY AS k (
          id, basis, token, first, revision, app_version, updated_at, next_id, outputs, shown, tip, oldest, history_bytes,
          path, active_at, n)),
    x AS (SELECT coalesce($15::int8, (pg_current_xact_id()::text::int8 << 20) + \(offset)) AS base),
    h AS (
      UPDATE session_rows s
      SET token = k.token, revision = coalesce(k.revision, s.revision), app_version = coalesce(k.app_version, s.app_version),
        updated_at = coalesce(k.updated_at, s.updated_at), active_at = coalesce(k.active_at, s.active_at),
        next_id = coalesce(k.next_id, s.next_id),
        outputs = coalesce(k.outputs, s.outputs), shown = coalesce(k.shown, s.shown), tip = coalesce(k.tip, s.tip),
        oldest = coalesce(k.oldest, s.oldest), history_bytes = coalesce(k.history_bytes, s.history_bytes),
        path = coalesce(k.path, s.path)
      FROM k
      WHERE s.id = k.id AND s.token = k.basis
      \(condition)
      RETURNING s.id, k.n, k.first, k.revision AS last),
    i AS (
      INSERT INTO changes (
        session, revision, token, event, at, actor, credential, request, action, edits, outputs, refused, state_of)
      SELECT h.id, c.revision, c.token, x.base + c.i - 1, c.at, c.actor, c.credential, c.request, c.action,
        c.edits, c.outputs, c.refused, c.state_of
      FROM unnest(
        $16::int8[], $17::int8[], $18::int8[], $19::int8[], $20::bytea[], $21::bytea[], $22::bytea[], $23::bytea[],
        $24::bytea[], $25::int8[], $27::int8[], $28::bytea[])
        WITH ORDINALITY AS c (
          n, revision, token, at, actor, action, edits, outputs, refused, state_of, credential, request, i)
      JOIN h USING (n)
      CROSS JOIN x),
    e AS (
      INSERT INTO commits (event, kind, sessions, firsts, lasts)
      SELECT x.base, 0, array_agg(h.id), array_agg(h.first), array_agg(h.last)
      FROM h, x
      WHERE h.first IS NOT NULL AND $26::bool
      GROUP BY x.base)
    SELECT n FROM h
    """
  }

  /// Finds the writes of a transaction whose outcome was unknown.
  static let findWritten = PostgresStatement(
    "findWritten",
    """
    SELECT k.n
    FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::bool[])
      WITH ORDINALITY AS k (id, token, revision, change, is_deletion, n)
    WHERE EXISTS (SELECT 1 FROM session_rows s WHERE s.id = k.id AND (s.token = k.token OR s.created_token = k.token))
      OR EXISTS (
        SELECT 1 FROM changes c WHERE c.session = k.id AND c.revision = k.revision AND c.token = k.change)
      OR k.is_deletion AND NOT EXISTS (SELECT 1 FROM session_rows s WHERE s.id = k.id)
        AND EXISTS (SELECT 1 FROM tombstones t WHERE t.session = k.id)
    """)

  /// A commit that the standby has to confirm together with all earlier ones.
  static let confirm = PostgresStatement(
    "confirm",
    """
    INSERT INTO nodes (name, seen, schema) VALUES ($1::text, clock_timestamp(), 0)
    ON CONFLICT (name) DO UPDATE SET seen = nodes.seen
    """)

  /// Creates sessions. A creation whose idempotency key has a response, or whose session key is taken, is left out.
  static let create = PostgresStatement(
    "create",
    """
    WITH all_k AS (
      SELECT *
      FROM unnest(
        $1::uuid[], $2::int8[], $3::text[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[],
        $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::bytea[], $15::bytea[], $16::text[], $17::int8[],
        $18::bytea[], $19::bytea[], $20::bytea[], $21::bytea[], $22::int4[], $23::bytea[], $24::int8[], $25::int8[],
        $26::bytea[], $27::int8[], $28::bytea[], $29::int8[], $30::bytea[])
        WITH ORDINALITY AS k (
          id, token, app, app_version, revision, created_at, updated_at, next_id, outputs, shown, tip, oldest, history_bytes,
          path, token_hash, key, expires, initial_data, data, answer_key, fingerprint, status, body, answer_at, last,
          navigation, created_credential, created_request, entered_at, flow_labels, n)),
    k AS (
      SELECT *
      FROM all_k
      WHERE NOT EXISTS (SELECT 1 FROM session_rows s WHERE s.id = all_k.id)
        AND (key IS NULL OR NOT EXISTS (SELECT 1 FROM session_rows s WHERE s.key = all_k.key AND s.app = all_k.app))),
    x AS (SELECT (pg_current_xact_id()::text::int8 << 20) + (1 << 18) AS base),
    a AS (
      INSERT INTO answers (scope, key, fingerprint, status, revision, body, at)
      SELECT '00000000-0000-0000-0000-000000000000', answer_key, fingerprint, status, revision, body, answer_at
      FROM k
      WHERE answer_key IS NOT NULL
      ON CONFLICT (scope, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, revision = excluded.revision, body = excluded.body,
        at = excluded.at
      WHERE answers.at <= \(StoreTime.now) - 86400000
      RETURNING key),
    h AS (
      INSERT INTO session_rows (
        id, token, created_token, app, app_version, revision, created_at, updated_at, active_at, next_id, outputs, shown,
        tip, oldest, history_bytes, path, token_hash, key, expires, initial_data, created_credential, created_request,
        created_event)
      SELECT id, token, token, app, app_version, revision, created_at, updated_at, updated_at, next_id, outputs, shown, tip,
        oldest, history_bytes, path, token_hash, key, expires, initial_data, created_credential, created_request, x.base + n - 1
      FROM k, x
      WHERE answer_key IS NULL OR answer_key IN (SELECT key FROM a)
      RETURNING id, revision),
    sn AS (
      INSERT INTO snapshots (
        session, revision, app_version, updated_at, next_id, outputs, shown, tip, history_bytes, entered_at,
        flow_labels, data, navigation)
      SELECT h.id, h.revision, app_version, updated_at, next_id, outputs, shown, tip, history_bytes, entered_at, flow_labels,
        data, navigation
      FROM k
      JOIN h USING (id)),
    ex AS (
      INSERT INTO expiries (session, seen, expires)
      SELECT h.id, k.updated_at, k.expires FROM k JOIN h USING (id)),
    e AS (
      INSERT INTO commits (event, kind, sessions, firsts, lasts)
      SELECT x.base, 1, array_agg(h.id), array_agg(h.revision), array_agg(k.last)
      FROM h JOIN k USING (id), x
      GROUP BY x.base)
    SELECT k.n FROM h JOIN k USING (id)
    """)

  static let exists = PostgresStatement("sessionExists", "SELECT 1 FROM session_rows WHERE id = $1::uuid")

  /// The session of an app that has a key.
  static let keyHolder = PostgresStatement(
    "keyHolder", "SELECT id FROM session_rows WHERE key = $1::text AND app = $2::text")

  /// The undelivered messages of the recipients of messages. Those to unknown keys count for their sender.
  static let mailboxes = PostgresStatement(
    "mailboxes",
    """
    SELECT m.n - 1, t.recipient, u.messages, u.bytes
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY AS m (sender, recipient, key, app, n)
    LEFT JOIN session_rows s ON s.id = m.sender
    LEFT JOIN session_rows r ON m.recipient IS NULL AND r.key = m.key AND r.app = coalesce(m.app, s.app)
    CROSS JOIN LATERAL (
      SELECT coalesce(m.recipient, r.id, '00000000-0000-0000-0000-000000000000') AS recipient) AS t
    CROSS JOIN LATERAL (
      SELECT count(*) AS messages, coalesce(sum(octet_length(q.action)), 0)::int8 AS bytes
      FROM messages q
      WHERE q.recipient = t.recipient
        AND (t.recipient <> '00000000-0000-0000-0000-000000000000' OR q.sender = m.sender)) AS u
    ORDER BY m.n
    """)

  /// Locks sessions that expire. A listener that is listed afterwards waits for the end of the transaction.
  static let lockExpired = PostgresStatement(
    "lockExpired", "SELECT 1 FROM session_rows WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE")

  /// Deletes sessions with everything that belongs to them but their changes, and leaves tombstones. One that expires is
  /// deleted only if it is due by the server's clock, and has no listener.
  static let delete = PostgresStatement(
    "delete",
    """
    WITH k AS (
      SELECT *
      FROM unnest($1::uuid[], $2::int8[], $3::text[], $4::int8[]) WITH ORDINALITY AS k (id, basis, reason, age, n)),
    x AS (SELECT coalesce($5::int8, (pg_current_xact_id()::text::int8 << 20) + (2 << 18)) AS base),
    h AS (
      DELETE FROM session_rows s
      USING k
      WHERE s.id = k.id AND (k.basis IS NULL OR s.token = k.basis) AND (k.reason IS NULL
        OR s.active_at + coalesce(s.expires, k.age) <= \(StoreTime.now) AND NOT EXISTS (
        SELECT 1
        FROM listeners l
        JOIN nodes n ON n.name = l.node AND n.seen > clock_timestamp() - interval '2 seconds'
        WHERE l.session = s.id))
      RETURNING s.id, s.app, s.revision, s.token_hash, k.reason, k.n),
    t AS (
      INSERT INTO tombstones (session, at, token_hash, app, revision, event, reason)
      SELECT id, \(StoreTime.now), token_hash, app, revision, x.base + n - 1, reason
      FROM h, x
      ON CONFLICT (session) DO UPDATE
      SET at = excluded.at, token_hash = excluded.token_hash, app = excluded.app, revision = excluded.revision,
        event = excluded.event, reason = excluded.reason, swept = false),
    e AS (
      INSERT INTO commits (event, kind, sessions, firsts, lasts)
      SELECT x.base, 2, array_agg(h.id), array_agg(h.revision), array_agg(h.revision) FROM h, x GROUP BY x.base),
    d1 AS (DELETE FROM timers USING h WHERE timers.session = h.id),
    d2 AS (DELETE FROM messages USING h WHERE messages.recipient = h.id),
    d3 AS (DELETE FROM answers USING h WHERE answers.scope = h.id),
    d4 AS (DELETE FROM snapshots USING h WHERE snapshots.session = h.id),
    d5 AS (DELETE FROM calls USING h WHERE calls.session = h.id),
    d6 AS (DELETE FROM labels USING h WHERE labels.session = h.id),
    d7 AS (DELETE FROM tokens USING h WHERE tokens.session = h.id),
    d8 AS (DELETE FROM expiries USING h WHERE expiries.session = h.id),
    d9 AS (DELETE FROM batch_examples USING h WHERE batch_examples.session = h.id),
    d10 AS (DELETE FROM listeners USING h WHERE listeners.session = h.id),
    d11 AS (DELETE FROM shown USING h WHERE shown.session = h.id),
    d12 AS (DELETE FROM tickets USING h WHERE tickets.session = h.id),
    d13 AS (DELETE FROM attributions USING h WHERE attributions.session = h.id)
    SELECT n FROM h
    """)
}
