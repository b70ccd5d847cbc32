/// The statements of writes that clients wait for.
struct WriteStatements {
  let appendChange: Statement
  let recordRefusal: Statement
  let insertAttribution: Statement
  let forgetAttributions: Statement
  let dropAttributions: Statement
  let insertSession: Statement
  let markBare: Statement
  let countKey: Statement
  let insertToken: Statement
  let deleteTokens: Statement
  let findKey: Statement
  let findRecipient: Statement
  let insertLabel: Statement
  let deleteLabels: Statement
  let forgetExpiredAnswer: Statement
  let insertAnswer: Statement
  let insertTimer: Statement
  let deleteTimer: Statement
  let insertMessage: Statement
  let deleteMessage: Statement
  let insertCall: Statement
  let deleteCall: Statement
  let deferCall: Statement
  let insertApp: Statement
  let replaceApp: Statement
  let withdrawApp: Statement
  let setRollout: Statement
  let removeRollout: Statement
  let setToken: Statement
  let setKey: Statement
  let addAppKey: Statement
  let removeAppKey: Statement
  let addOperator: Statement
  let removeOperator: Statement
  let insertTombstone: Statement
  let deleteSession: [Statement]
  let deleteChange: Statement
  let deleteChanges: Statement
  let moveOldest: Statement
  let recordPruned: Statement
  let reserveNumbers: Statement
  let findPlace: Statement
  let findPlaces: Statement
  let deletePlaces: Statement
  let changeSizes: Statement
  let findRevision: Statement
  let deleteAnswers: Statement
  let longHistory: [Statement]
  let findSession: Statement
  let forgetExpiredCreations: Statement

  init(_ connection: Connection) {
    appendChange = connection.statement(
      """
      INSERT INTO changes (seq, session, revision, at, actor, credential, request, action, edits, outputs, state_of)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    // Separate, since refusals are rare and the statement above runs for every change.
    recordRefusal = connection.statement("UPDATE changes SET refused = ?2 WHERE seq = ?1")
    insertAttribution = connection.statement(
      "INSERT INTO attributions (session, number, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
    // Of a session with few changes left, such as one whose app has erased its history: of a long one, all changes would
    // have to be read.
    forgetAttributions = connection.statement(
      """
      DELETE FROM attributions
      WHERE session = ?1
        AND (SELECT count(*) FROM (SELECT 1 FROM revisions WHERE session = ?1 LIMIT 65)) <= 64
        AND number IS NOT (SELECT created_credential FROM \(Self.session))
        AND number NOT IN (
          SELECT credential
          FROM revisions
          JOIN changes ON seq = change
          WHERE revisions.session = ?1 AND credential IS NOT NULL)
        AND NOT EXISTS (
          SELECT 1
          FROM changes
          WHERE seq > (SELECT low_water FROM progress) AND changes.session = ?1 AND credential = number)
      """)
    dropAttributions = connection.statement("DELETE FROM attributions WHERE session = ?")
    insertSession = connection.statement(
      """
      INSERT INTO session_rows
        (seq, id, app, created_at, token_hash, key, expires, initial_data, created_credential, created_request, app_version,
          revision, updated_at, active_at, next_id, outputs, shown, tip, oldest, history_bytes, data, current, path,
          entered_at, flow_labels, navigation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    markBare = connection.statement("UPDATE session_rows SET bare_revision = ? WHERE seq = ?")
    countKey = connection.statement("UPDATE totals SET count = count + 1 WHERE name = 'keys'")
    // Nothing for a session that has been deleted.
    insertToken = connection.statement(
      """
      INSERT INTO tokens (session, id, role, name, hash, created_at, expires_at, lifetime, is_code, maker)
      SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM session_rows WHERE id = ?1
      """)
    deleteTokens = connection.statement("DELETE FROM tokens WHERE session = ?")
    findKey = connection.statement("SELECT id FROM session_rows WHERE key = ? AND app = ?")
    findRecipient = connection.statement(
      """
      SELECT id
      FROM session_rows
      WHERE key = ?2 AND app = (SELECT app FROM \(Self.session))
      """)
    insertLabel = connection.statement(
      "INSERT INTO labels (session, name, value) SELECT id, ?2, ?3 FROM session_rows WHERE id = ?1")
    deleteLabels = connection.statement("DELETE FROM labels WHERE session = ?")
    forgetExpiredAnswer = connection.statement("DELETE FROM answers WHERE session = ? AND key = ? AND at <= ?")
    insertAnswer = connection.statement(
      """
      INSERT INTO answers (session, key, fingerprint, status, revision, body, at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    insertTimer = connection.statement(
      "INSERT INTO timers (session, id, screen, effect, fire_at, action, recurrence) VALUES (?, ?, ?, ?, ?, ?, ?)")
    deleteTimer = connection.statement("DELETE FROM timers WHERE session = ? AND id = ?")
    insertMessage = connection.statement(
      "INSERT INTO messages (sender, recipient, action, at, chain) VALUES (?, ?, ?, ?, ?)")
    deleteMessage = connection.statement("DELETE FROM messages WHERE id = ?")
    insertCall = connection.statement(
      """
      INSERT INTO calls
        (key, session, screen, revision, at, method, url, fields, body, timeout, reply, chain, attempts, due, app,
        failure)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    deleteCall = connection.statement("DELETE FROM calls WHERE key = ?")
    deferCall = connection.statement("UPDATE calls SET attempts = ?2, failure = ?3, due = ?4 WHERE key = ?1")
    insertApp = connection.statement("INSERT INTO apps (name, version, definition, created_at) VALUES (?, ?, ?, ?)")
    // A stored version is defined again only if its row is corrupted.
    replaceApp = connection.statement(
      "INSERT OR REPLACE INTO apps (name, version, definition, created_at) VALUES (?, ?, ?, ?)")
    setRollout = connection.statement(
      "INSERT INTO rollouts (app, rollout) VALUES (?, ?) ON CONFLICT (app) DO UPDATE SET rollout = excluded.rollout")
    removeRollout = connection.statement("DELETE FROM rollouts WHERE app = ?")
    withdrawApp = connection.statement("UPDATE apps SET withdrawn_at = ? WHERE name = ? AND version = ?")
    setToken = connection.statement("UPDATE session_rows SET token_hash = ?2 WHERE id = ?1")
    setKey = connection.statement("UPDATE session_rows SET key = ?2 WHERE id = ?1")
    addAppKey = connection.statement("INSERT INTO app_keys (app, name, key_hash, created_at) VALUES (?, ?, ?, ?)")
    removeAppKey = connection.statement("DELETE FROM app_keys WHERE app = ? AND name = ?")
    addOperator = connection.statement(
      """
      INSERT INTO operators (id, name, token_hash, scopes, apps, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    removeOperator = connection.statement("DELETE FROM operators WHERE id = ?")
    // Replaces the tombstone of an earlier session with this id, which was deleted and then imported.
    insertTombstone = connection.statement(
      """
      INSERT OR REPLACE INTO tombstones (session, at, token_hash, app, revision, seq, reason)
      SELECT id, unixepoch() * 1000, token_hash, app, max(revision, ?2), ?3, ?4 FROM \(Self.session)
      """)
    // The changes first: they are found through `revisions`.
    deleteSession = [
      connection.statement("DELETE FROM changes WHERE seq IN (SELECT change FROM revisions WHERE session = ?)"),
      connection.statement("DELETE FROM revisions WHERE session = ?"),
      connection.statement("DELETE FROM answers WHERE session = ?"),
      connection.statement("DELETE FROM timers WHERE session = ?"),
      connection.statement("DELETE FROM messages WHERE recipient = ?"),
      connection.statement("DELETE FROM calls WHERE session = ?"),
      connection.statement("DELETE FROM labels WHERE session = ?"),
      connection.statement("DELETE FROM batch_examples WHERE session = ?"),
      connection.statement("DELETE FROM tokens WHERE session = ?"),
      dropAttributions,
      connection.statement("DELETE FROM \(Self.session)"),
    ]
    deleteChange = connection.statement("DELETE FROM changes WHERE seq = ?")
    deleteChanges = connection.statement("DELETE FROM changes WHERE seq BETWEEN ? AND ?")
    // Only revisions that the snapshot has can be pruned.
    moveOldest = connection.statement(
      "UPDATE session_rows SET oldest = ?2 WHERE id = ?1 AND revision >= ?2 AND oldest <= ?2")
    // Imported changes are no events.
    recordPruned = connection.statement(
      """
      INSERT INTO pruned_events (app, seq)
      SELECT app, ?2 FROM \(Self.session) AND seq < ?2
      ON CONFLICT (app) DO UPDATE SET seq = max(seq, excluded.seq)
      """)
    reserveNumbers = connection.statement("UPDATE progress SET newest = max(newest, ?)")
    findPlace = connection.statement(
      "SELECT change FROM revisions WHERE session = ? AND revision <= ? ORDER BY revision DESC LIMIT 1")
    findPlaces = connection.statement(
      """
      SELECT revision, change
      FROM revisions
      WHERE session = ? AND revision >= ? AND revision < ?
      ORDER BY revision
      LIMIT ?
      """)
    deletePlaces = connection.statement("DELETE FROM revisions WHERE session = ? AND revision >= ? AND revision < ?")
    changeSizes = connection.statement("SELECT seq, \(ReadConnection.size) FROM changes WHERE seq BETWEEN ? AND ?")
    findRevision = connection.statement("SELECT revision FROM \(Self.session)")
    // An answer is at most about as long as the state of a session.
    deleteAnswers = connection.statement(
      "DELETE FROM answers WHERE session = ?1 AND key IN (SELECT key FROM answers WHERE session = ?1 LIMIT 4)")
    longHistory = [
      "SELECT \(ReadConnection.size) AS size FROM revisions JOIN changes ON seq = change WHERE revisions.session = ?",
      "SELECT length(CAST(body AS BLOB)) AS size FROM answers WHERE session = ?",
    ].map { rows in
      connection.statement(
        "SELECT count(*), coalesce(sum(size), 0) FROM (\(rows) LIMIT \(Self.longHistoryRows))")
    }
    findSession = connection.statement("SELECT oldest FROM \(Self.session)")
    forgetExpiredCreations = connection.statement("DELETE FROM answers WHERE session = '' AND at <= ?")
  }

  /// The number of rows from which a history is long.
  static let longHistoryRows = 4_096

  /// The row of the session whose id is the first parameter.
  static let session = "session_rows WHERE id = ?1"
}
