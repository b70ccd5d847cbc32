import Sessions

/// A reader's connection with its prepared statements.
final class ReadConnection {
  private let connection: Connection
  private let beginning: Statement
  private let ending: Statement
  let session: Statement
  /// The current screen, and its path.
  let focus: Statement
  let labels: Statement
  let sessionWithKey: Statement
  let sessionWithToken: Statement
  let tokens: Statement
  let identity: Statement
  let change: Statement
  let idempotencyRecords: Statement
  let idempotencyRecord: Statement
  let sessionTimers: Statement
  let timers: Statement
  let messages: Statement
  let sessionCalls: Statement
  let call: Statement
  let callsOfSession: Statement
  let calls: Statement
  let historyItem: Statement
  let outputs: Statement
  let pastChange: Statement
  /// The actions and steps of changes, which may be long.
  let steps: ChangeSteps
  let stateOf: Statement
  let firstPlace: Statement
  let lastPlace: Statement
  let oldest: Statement
  let tombstone: Statement
  let summaries: Statement
  let summariesByKey: Statement
  let summariesByLabel: Statement
  let appChanges: Statement
  let appCreations: Statement
  let appDeletions: Statement
  let prunedEvents: Statement
  let summariesByID: Statement
  let expired: Statement
  let unchanged: Statement
  let totals: Statement
  let extents: Statement
  let extent: Statement
  let moment: Statement
  let changeSize: Statement
  let flowEdges: Statement
  let flowRoutes: Statement

  /// Whether the creator of the connection holds a transaction open around all reads.
  private let isHeld: Bool

  init(_ connection: Connection, isHeld: Bool = false) {
    self.isHeld = isHeld
    self.connection = connection
    beginning = connection.statement("BEGIN DEFERRED")
    ending = connection.statement("COMMIT")
    session = connection.statement(
      """
      SELECT app, app_version, revision, created_at, updated_at, next_id, outputs, data, token_hash,
        coalesce(shown, revision), coalesce(tip, revision), oldest,
        history_bytes, key, expires, initial_data, navigation,
        NULL, created_credential, (\(Self.creator)), created_request, active_at,
        entered_at, flow_labels, bare_revision
      FROM \(WriteStatements.session)
      """)
    focus = connection.statement("SELECT current, path FROM \(WriteStatements.session)")
    labels = connection.statement("SELECT name, value FROM labels WHERE session = ?")
    sessionWithKey = connection.statement("SELECT id FROM session_rows WHERE key = ? AND app = ?")
    sessionWithToken = connection.statement("SELECT session FROM tokens WHERE hash = ?")
    tokens = connection.statement(
      """
      SELECT id, role, name, hash, created_at, expires_at, lifetime, is_code, maker
      FROM tokens
      WHERE session = ?
      ORDER BY created_at, id
      """)
    identity = connection.statement("SELECT app, app_version, token_hash FROM \(WriteStatements.session)")
    change = connection.statement(
      "SELECT revision, at, \(Self.outputs), state_of, actor, action FROM changes WHERE seq = ?")
    idempotencyRecords = connection.statement(
      "SELECT key, fingerprint, status, revision, NULL, at FROM answers WHERE session = ? AND at > ?")
    idempotencyRecord = connection.statement(
      "SELECT key, fingerprint, status, revision, body, at FROM answers WHERE session = ? AND key = ? AND at > ?")
    sessionTimers = connection.statement(
      "SELECT id, screen, effect, fire_at, action, recurrence FROM timers WHERE session = ?")
    timers = connection.statement(
      """
      SELECT fire_at, session, id
      FROM timers
      WHERE (fire_at, session, id) > (?, ?, ?) AND fire_at <= ?
      ORDER BY fire_at, session, id
      """)
    messages = connection.statement(
      "SELECT id, sender, recipient, action, at, chain FROM messages WHERE id > ? ORDER BY id LIMIT ?")
    sessionCalls = connection.statement("SELECT key, screen, revision, reply FROM calls WHERE session = ?")
    let waiting = """
      SELECT key, session, screen, revision, at, method, url, fields, body, timeout, reply, chain, attempts, due,
        app, failure
      FROM calls
      """
    call = connection.statement("\(waiting) WHERE key = ?")
    callsOfSession = connection.statement("\(waiting) WHERE session = ? ORDER BY revision, key")
    calls = connection.statement("\(waiting) WHERE key > ? ORDER BY key")
    historyItem = connection.statement(
      """
      SELECT at, \(Self.origin), action, \(Self.outputs), refused, \(Self.isImported)
      FROM \(Self.attributed)
      WHERE seq = ?
      """)
    // A change without wanted outputs yields one row, for the length of its outputs.
    outputs = connection.statement(
      """
      SELECT changes.revision, changes.at, output.value ->> '$.seq', output.value ->> '$.name', output.value -> '$.value',
        length(changes.outputs), \(Self.origin), \(Self.isImported)
      FROM \(Self.attributed)
      LEFT JOIN json_each(\(Self.outputs)) AS output ON output.value ->> '$.seq' > ?2
      WHERE changes.seq = ?1
      ORDER BY output.key
      """)
    pastChange = connection.statement(
      """
      SELECT seq, at, \(Self.origin), iif(?1, \(Self.outputs), NULL), state_of, iif(?1, refused, NULL),
        iif(?1, \(Self.isImported), 0)
      FROM \(Self.attributed)
      WHERE seq = ?2
      """)
    steps = ChangeSteps(on: connection)
    let flows =
      "app = ?1 AND label = ?2 AND span = ?3 AND start >= ?4 AND start < ?5 AND (?6 IS NULL OR app_version = ?6)"
    // Added up by the reader: SQLite would sort all rows to group them, which takes longer than to read them.
    flowEdges = connection.statement("SELECT origin, target, cause, count FROM flow_edges WHERE \(flows)")
    flowRoutes = connection.statement("SELECT route, last, stays FROM flow_routes WHERE \(flows)")
    stateOf = connection.statement("SELECT state_of FROM changes WHERE seq = ?")
    tombstone = connection.statement("SELECT token_hash, reason FROM tombstones WHERE session = ?")
    let entry =
      "SELECT session_rows.id, app, app_version, revision, created_at, updated_at, key, expires, current, path"
    // CROSS JOIN keeps the order of the tables.
    summaries = connection.statement("\(entry) FROM session_rows WHERE id > ? ORDER BY id")
    // `+id`: by the index of keys.
    summariesByKey = connection.statement("\(entry) FROM session_rows WHERE +id > ? AND key = ? ORDER BY id")
    summariesByLabel = connection.statement(
      """
      \(entry)
      FROM labels
      CROSS JOIN session_rows ON session_rows.id = labels.session
      WHERE labels.session > ? AND labels.name = ? AND labels.value = ?
      ORDER BY labels.session
      """)
    // The events of all apps, so that the caller can limit how many are examined. With the actor and the action if `?1`
    // is not 0.
    appChanges = connection.statement(
      """
      SELECT changes.seq, changes.session, session_rows.app = ?2 AND changes.seq > session_rows.seq, changes.at,
        session_rows.key, changes.revision, \(Self.outputs), changes.refused, iif(?1, changes.action, NULL), \(Self.origin)
      FROM \(Self.attributed)
      LEFT JOIN session_rows ON session_rows.id = changes.session
      WHERE changes.seq > ?3 AND changes.seq <= ?4
      ORDER BY changes.seq
      """)
    appCreations = connection.statement(
      """
      SELECT seq, id, app = ?1, created_at, key, NULL, created_credential, (\(Self.creator)), created_request
      FROM session_rows
      WHERE seq > ?2 AND seq <= ?3
      ORDER BY seq
      """)
    appDeletions = connection.statement(
      """
      SELECT seq, session, app = ?1, at, NULL, revision
      FROM tombstones
      WHERE seq > ?2 AND seq <= ?3
      ORDER BY seq
      """)
    prunedEvents = connection.statement("SELECT seq FROM pruned_events WHERE app = ?")
    summariesByID = connection.statement(
      """
      \(entry)
      FROM (SELECT DISTINCT value FROM json_each(?2)) AS listed
      CROSS JOIN session_rows ON session_rows.id = listed.value
      WHERE session_rows.id > ?1
      ORDER BY session_rows.id
      """)
    expired = connection.statement(
      """
      SELECT active_at + expires, id
      FROM session_rows INDEXED BY sessions_by_expiry
      WHERE expires IS NOT NULL AND active_at + expires BETWEEN ?1 AND ?3 AND (active_at + expires > ?1 OR id > ?2)
      ORDER BY active_at + expires, id
      """)
    unchanged = connection.statement(
      """
      SELECT active_at, id
      FROM session_rows INDEXED BY sessions_by_update
      WHERE expires IS NULL AND active_at BETWEEN ?1 AND ?3 AND (active_at > ?1 OR id > ?2)
      ORDER BY active_at, id
      """)
    totals = connection.statement(
      """
      SELECT (SELECT count FROM totals WHERE name = 'keys'), (SELECT count FROM totals WHERE name = 'labels')
      """)
    extents = connection.statement("\(Self.extent) WHERE id > ? ORDER BY id LIMIT ?")
    extent = connection.statement("\(Self.extent) WHERE id = ?")
    moment = connection.statement("SELECT at FROM changes WHERE seq = ?")
    changeSize = connection.statement("SELECT \(Self.size) FROM changes WHERE seq = ?")
    let place = "SELECT revision, change FROM revisions WHERE session = ? AND revision"
    firstPlace = connection.statement("\(place) >= ? ORDER BY revision LIMIT 1")
    lastPlace = connection.statement("\(place) <= ? ORDER BY revision DESC LIMIT 1")
    oldest = connection.statement("SELECT oldest FROM \(WriteStatements.session)")
  }

  /// Reads the current screen of a session; nil: there is no session, or it is corrupted.
  func focus(of session: SessionID) throws(SQLiteError) -> SessionFocus? {
    focus.bind(session.text)
    return try focus.fetchOne { SessionFocus($0, 0, 1) } ?? nil
  }

  /// Runs `body` on one snapshot of the database.
  func snapshot<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    if isHeld { return try body() }
    try beginning.run()
    do throws(SQLiteError) {
      let value = try body()
      try ending.run()
      return value
    } catch {
      // The connection is closed after an error, which ends the transaction.
      throw error
    }
  }

  /// The selection of the stored range and size of histories.
  static let extent = """
    SELECT id, revision, oldest, created_at,
      EXISTS (SELECT 1 FROM revisions WHERE session = id AND revisions.revision < session_rows.oldest), history_bytes
    FROM session_rows
    """

  /// Changes with their credentials.
  private static let attributed = """
    changes
      LEFT JOIN attributions ON attributions.session = changes.session AND attributions.number = changes.credential
    """
  /// The four columns of a change's origin.
  private static let origin = "changes.actor, changes.credential, attributions.text, changes.request"
  /// The text of the credential that created a session.
  private static let creator = """
    SELECT text FROM attributions WHERE attributions.session = session_rows.id AND number = created_credential
    """
  private static let isImported = """
    coalesce(changes.seq < (SELECT seq FROM session_rows WHERE id = changes.session), 0)
    """

  /// The list of outputs of a change; an empty text stands for an empty list.
  private static let outputs = "iif(changes.outputs = '', '[]', changes.outputs)"

  /// The approximate size of a change in bytes.
  static let size = """
    128 + length(CAST(changes.action AS BLOB)) + length(CAST(changes.edits AS BLOB))
      + max(length(CAST(changes.outputs AS BLOB)), 2) + coalesce(length(CAST(changes.refused AS BLOB)), 0)
    """

  /// Frees the cached pages.
  func releaseMemory() { connection.releaseMemory() }
}
