import Navigation
import Sessions

/// Reads sessions with all that belongs to them, on one snapshot of the database.
struct SessionReader {
  private let connection: PostgresConnection
  private let now: Int64

  init(_ connection: PostgresConnection, now: Int64) {
    self.connection = connection
    self.now = now
  }

  /// Limits of the changes that are loaded with a snapshot; the rest is read page by page.
  private static let mostChanges = 256
  private static let mostBytes = 1 << 20

  /// Reads a session; nil when it does not exist.
  func load(_ id: SessionID) throws(PostgresError) -> StoredSession? {
    let results = try connection.run([
      PostgresCommand(Self.row, id),
      PostgresCommand(Self.snapshot, id),
      PostgresCommand(Self.changes, id) {
        $0.append(Int64(Self.mostChanges))
        $0.append(Int64(Self.mostBytes))
      },
      PostgresCommand(SessionParts.idempotencyRecords, id) { $0.append(now - 86_400_000) },
      PostgresCommand(Self.timers, id), PostgresCommand(SessionParts.calls, id),
      PostgresCommand(SessionParts.tokens, id), PostgresCommand(SessionParts.labels, id),
    ])
    guard let row = results[0].first else { return nil }
    var session = Self.session(row)
    for label in results[7].rows { session.metadata.labels[label.text(1)] = label.text(2) }
    guard let snapshot = results[1].first else {
      // A creation writes it with the row, so its absence is damage.
      throw .corrupt("the session \(id.text) has no snapshot")
    }
    let snapshotted = Self.session(session, in: snapshot)
    let position = SessionPosition(
      token: CommitToken(row.integer(1)), revision: session.revision, revisionToken: CommitToken(row.integer(16)))
    return StoredSession(
      session: snapshotted, navigation: snapshot.bytes(9),
      changes: results[2].rows.map { row in
        PastChange(
          revision: row.int(0), at: row.integer(1), origin: ChangeOrigin(actor: row.optionalText(5)),
          action: row.bytes(6), edits: row.bytes(2), outputs: row.bytes(3), stateOf: row.optionalInt(4))
      }, lastRevision: session.revision, idempotencyRecords: results[3].rows.map { SessionParts.idempotencyRecord($0) },
      timers: results[4].rows.map { row in
        TimerRow(
          id: row.text(0), screen: row.optionalText(1), effect: row.text(2), fireAt: row.integer(3),
          action: row.bytes(4), recurrence: row.optionalBytes(5))
      }, calls: results[5].rows.map { SessionParts.call($0) },
      tokens: SessionTokens(results[6].rows.compactMap { SessionParts.token($0) }), position: position,
      oldest: session.undoState.oldest, lease: SessionParts.lease(row, 17))
  }

  /// Reads the fields that decide on access to a session.
  func identity(of id: SessionID) throws(PostgresError) -> SessionIdentity? {
    let results = try connection.run([
      PostgresCommand(Self.row, id), PostgresCommand(SessionParts.tokens, id),
    ])
    guard let row = results[0].first else { return nil }
    let session = Self.session(row)
    return SessionIdentity(
      app: session.app, appVersion: session.appVersion, tokenHash: session.tokenHash,
      tokens: SessionTokens(results[1].rows.compactMap { SessionParts.token($0) }))
  }

  private static func session(_ row: PostgresRow) -> SessionRow {
    SessionRow(
      id: row.session(0), app: row.text(2), appVersion: row.int(3), revision: row.int(4), createdAt: row.integer(5),
      updatedAt: row.integer(6), activeAt: row.integer(25), nextID: row.int(7), outputs: row.int(8),
      undoState: UndoState(shown: row.int(9), tip: row.int(10), oldest: row.int(11)), historyBytes: row.count(12),
      data: [], tokenHash: row.bytes(13),
      metadata: SessionMetadata(
        key: row.optionalText(14), expires: row.optionalPeriod(15), initialData: row.optionalBytes(20),
        creation: row.origin(21, 22), bareRevision: row.optionalCount(26)))
  }

  private static let row = PostgresStatement(
    "session",
    """
    SELECT s.id, s.token, s.app, s.app_version, s.revision, s.created_at, s.updated_at, s.next_id, s.outputs, s.shown, s.tip,
      s.oldest, s.history_bytes, s.token_hash, s.key, s.expires, coalesce(c.token, s.created_token), s.lease, s.lease_name,
      s.lease_until, s.initial_data, NULL::bytea, s.created_credential,
      (SELECT text FROM attributions WHERE session = s.id AND number = s.created_credential), s.created_request,
      s.active_at, s.bare_revision
    FROM session_rows s
    LEFT JOIN changes c ON c.session = s.id AND c.revision = s.revision
    WHERE s.id = $1::uuid
    """)

  /// The row of a session as its snapshot has it.
  private static func session(_ row: SessionRow, in snapshot: PostgresRow) -> SessionRow {
    var session = row
    session.revision = snapshot.int(0)
    session.appVersion = snapshot.int(1)
    session.updatedAt = snapshot.integer(2)
    session.nextID = snapshot.int(3)
    session.outputs = snapshot.int(4)
    // Pruning moves the oldest revision in the session's row alone, possibly beyond the snapshot.
    session.undoState = UndoState(
      shown: snapshot.int(5), tip: snapshot.int(6), oldest: min(row.undoState.oldest, session.revision))
    session.historyBytes = snapshot.count(7)
    session.data = snapshot.bytes(8)
    session.flow = snapshot.countedFlow(2, 10, 11)
    return session
  }

  private static let snapshot = PostgresStatement(
    "sessionSnapshot",
    """
    SELECT revision, app_version, updated_at, next_id, outputs, shown, tip, history_bytes, data, navigation,
      entered_at, flow_labels
    FROM snapshots
    WHERE session = $1::uuid
    """)

  private static let changes = PostgresStatement(
    "sessionChanges",
    """
    SELECT revision, at, edits, outputs, state_of, actor, action
    FROM (
      SELECT revision, at, edits, outputs, state_of, actor, action,
        sum(octet_length(edits)) OVER (ORDER BY revision) - octet_length(edits) AS before
      FROM (
        SELECT c.revision, c.at, c.edits, c.outputs, c.state_of, c.actor, c.action
        FROM changes c
        WHERE c.session = $1::uuid AND c.revision > (SELECT revision FROM snapshots WHERE session = $1::uuid)
        ORDER BY c.revision
        LIMIT $2::int8) AS first) AS summed
    WHERE before <= $3::int8
    ORDER BY revision
    """)

  private static let timers = PostgresStatement(
    "sessionTimers", "SELECT id, screen, effect, fire_at, action, recurrence FROM timers WHERE session = $1::uuid")
}

/// The rows of the tables that belong to sessions, as loads and checks read them.
enum SessionParts {
  static let idempotencyRecords = PostgresStatement(
    "sessionAnswers",
    """
    SELECT scope, key, fingerprint, status, revision, at FROM answers WHERE scope = $1::uuid AND at > $2::int8
    """)

  static func idempotencyRecord(_ row: PostgresRow, body: [UInt8]? = nil) -> IdempotencyRecord {
    let scope = row.session(0)
    return IdempotencyRecord(
      session: scope.bits == 0 ? nil : scope, key: row.text(1), fingerprint: row.bytes(2), status: row.status(3),
      revision: row.count(4), body: body, at: row.moment(5))
  }

  static let calls = PostgresStatement(
    "sessionCalls", "SELECT session, key, screen, revision, reply FROM calls WHERE session = $1::uuid")

  static func call(_ row: PostgresRow) -> WaitingCall {
    WaitingCall(key: row.text(1), screen: row.optionalText(2), revision: row.count(3), reply: row.bytes(4))
  }

  static let tokens = PostgresStatement(
    "sessionTokens",
    """
    SELECT session, id, role, name, hash, created_at, expires_at, lifetime, is_code, maker
    FROM tokens
    WHERE session = $1::uuid
    ORDER BY created_at, id
    """)

  /// nil: the role is unknown, so the token opens nothing.
  static func token(_ row: PostgresRow) -> SessionToken? {
    guard let role = TokenRole(rawValue: row.text(2)) else { return nil }
    return SessionToken(
      id: row.text(1), role: role, name: row.optionalText(3), hash: row.bytes(4), createdAt: row.moment(5),
      expiresAt: row.optionalMoment(6), lifetime: row.optionalPeriod(7), isCode: row.bool(8),
      maker: row.optionalBytes(9))
  }

  static let labels = PostgresStatement(
    "sessionLabels", "SELECT session, name, value FROM labels WHERE session = $1::uuid")

  /// The lease in three columns.
  static func lease(_ row: PostgresRow, _ column: Int) -> Lease? {
    guard let id = row.optionalText(column) else { return nil }
    return Lease(id: id, name: row.optionalText(column + 1), expiresAt: row.moment(column + 2))
  }
}
