import JSON
import Navigation
import Sessions

/// Reads lists over many sessions.
struct ListReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  // MARK: Sessions

  /// Reads sessions in the order of their ids, from their rows alone.
  func sessions(_ query: SummaryQuery) throws(PostgresError) -> [SessionSummary] {
    var parameters = PostgresParameters()
    parameters.append(query.after)
    parameters.append(Int64(query.limit))
    let statement: PostgresStatement
    switch query.index {
    case .all: statement = Self.all
    case .key(let key):
      statement = Self.byKey
      parameters.append(key)
    case .sessions(let ids):
      statement = Self.byID
      parameters.append(sessions: ids)
    case .label(let name, let value):
      statement = Self.byLabel
      parameters.append(name)
      parameters.append(value)
    }
    return try connection.run(statement, parameters).rows.map { row in
      let path = JSONValue(stored: row.bytes(6))?.arrayValue?.compactMap(\.stringValue) ?? []
      let labels = zip(Self.texts(row.bytes(9)), Self.texts(row.bytes(10)))
      return SessionSummary(
        id: row.session(0), app: row.text(1), appVersion: row.count(2), revision: row.count(3),
        createdAt: row.moment(4),
        updatedAt: row.moment(5),
        metadata: SessionMetadata(
          key: row.optionalText(7), labels: Labels(labels), expires: row.optionalPeriod(8)),
        current: path.first ?? "", path: Array(path.dropFirst()))
    }
  }

  /// Reads the sessions whose snapshots are behind. A living server is about to store some of them.
  func behind(in partitions: PartitionSet) throws(PostgresError) -> [SessionID] {
    var parameters = PostgresParameters()
    parameters.append(partitions: partitions)
    return try connection.run(Self.behind, parameters).rows.map { $0.session(0) }
  }

  private static let behind = PostgresStatement(
    "sessionsBehind",
    """
    SELECT s.id
    FROM session_rows s
    JOIN snapshots n ON n.session = s.id AND n.revision < s.revision
    WHERE get_byte(uuid_send(s.id), 15) = ANY ($1::int2[])
    """)

  /// Parses a JSON array of texts.
  private static func texts(_ json: [UInt8]) -> [String] {
    JSONValue(stored: json)?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  private static func summaries(_ source: String, _ condition: String) -> String {
    """
    SELECT s.id, s.app, s.app_version, s.revision, s.created_at, s.updated_at, s.path, s.key, s.expires,
      convert_to((SELECT coalesce(json_agg(name ORDER BY name), '[]') FROM labels l WHERE l.session = s.id)::text, 'UTF8'),
      convert_to((SELECT coalesce(json_agg(value ORDER BY name), '[]') FROM labels l WHERE l.session = s.id)::text, 'UTF8')
    FROM \(source)
    WHERE ($1::uuid IS NULL OR s.id > $1::uuid) AND \(condition)
    ORDER BY s.id
    LIMIT $2::int8
    """
  }

  // The second condition says the same as the first without `OR`, so that a generic plan begins in the index.
  private static let all = PostgresStatement(
    "listAll",
    summaries("session_rows s", "s.id >= coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')"))
  private static let byKey = PostgresStatement("listByKey", summaries("session_rows s", "s.key = $3::text"))
  private static let byID = PostgresStatement("listByID", summaries("session_rows s", "s.id = ANY ($3::uuid[])"))
  private static let byLabel = PostgresStatement(
    "listByLabel",
    summaries(
      "labels found JOIN session_rows s ON s.id = found.session", "found.name = $3::text AND found.value = $4::text"))

  // MARK: Work that waits

  func timers(_ query: TimerQuery) throws(PostgresError) -> [DueTimer] {
    var parameters = PostgresParameters()
    parameters.append(query.until)
    parameters.append(Int64(query.limit))
    parameters.append(partitions: query.partitions ?? .all)
    parameters.append(query.after?.fireAt ?? .min)
    parameters.append(query.after?.session ?? SessionID(high: 0, low: 0))
    parameters.append(Array((query.after?.timer ?? "").utf8))
    return try connection.run(Self.timers, parameters).rows.map { row in
      DueTimer(fireAt: row.moment(0), session: row.session(1), timer: row.text(2))
    }
  }

  // The index of due timers begins with the partition (`share`): each is a range of its own, read up to the limit.
  private static let timers = PostgresStatement(
    "dueTimers",
    """
    SELECT t.fire_at, t.session, t.id
    FROM unnest($3::int2[]) AS k (share)
    CROSS JOIN LATERAL (
      SELECT fire_at, session, id
      FROM timers
      WHERE share = k.share AND fire_at <= $1::int8 AND (fire_at, session, id) > ($4::int8, $5::uuid, $6::bytea)
      ORDER BY fire_at, session, id
      LIMIT $2::int8) AS t
    ORDER BY t.fire_at, t.session, t.id
    LIMIT $2::int8
    """)

  func messages(_ query: MessageQuery) throws(PostgresError) -> MessagePage {
    var parameters = PostgresParameters()
    parameters.append(Int64(query.limit))
    if let partitions = query.partitions {
      parameters.append(partitions: partitions)
      return MessagePage(messages: try connection.run(Self.oldestMessages, parameters).rows.map(message), next: nil)
    }
    parameters.append(query.after)
    let messages = try connection.run(Self.messages, parameters).rows.map(message)
    return MessagePage(messages: messages, next: messages.count == query.limit ? messages.last?.id : nil)
  }

  private func message(_ row: PostgresRow) -> MessageRow {
    MessageRow(
      id: row.integer(0), sender: row.session(1), recipient: row.session(2), action: row.bytes(3), at: row.moment(4),
      chain: row.count(5))
  }

  /// The oldest message of each sender to each recipient.
  private static let oldestMessages = PostgresStatement(
    "oldestMessages",
    """
    SELECT DISTINCT ON (recipient, sender) id, sender, recipient, action, at, chain
    FROM messages
    WHERE share = ANY ($2::int2[])
    ORDER BY recipient, sender, revision, n
    LIMIT $1::int8
    """)

  private static let messages = PostgresStatement(
    "messages",
    """
    SELECT id, sender, recipient, action, at, chain
    FROM messages
    WHERE id > $2::int8
    ORDER BY id
    LIMIT $1::int8
    """)

  func calls(_ query: CallQuery) throws(PostgresError) -> [CallRow] {
    var parameters = PostgresParameters()
    switch query {
    case .one(let key):
      parameters.append(key)
      return try connection.run(Self.call, parameters).rows.map(call)
    case .session(let id):
      parameters.append(id)
      return try connection.run(Self.callsOfSession, parameters).rows.map(call)
    case .page(let key, let limit, let partitions):
      parameters.append(key)
      parameters.append(Int64(limit))
      parameters.append(partitions: partitions ?? .all)
      return try connection.run(Self.calls, parameters).rows.map(call)
    }
  }

  private func call(_ row: PostgresRow) -> CallRow {
    let request = CallRequest(
      method: row.text(5), url: row.text(6), fields: Self.texts(row.bytes(7)), body: row.optionalBytes(8),
      timeout: row.integer(9))
    return CallRow(
      key: row.text(0), session: row.session(1), app: row.text(14), screen: row.optionalText(2), revision: row.count(3),
      at: row.moment(4), request: request, reply: row.bytes(10), chain: row.count(11), attempts: row.count(12),
      failure: row.optionalText(15), due: row.moment(13))
  }

  private static let callColumns = """
    SELECT c.key, c.session, c.screen, c.revision, c.at, c.method, c.url, c.fields, c.body, c.timeout, c.reply, c.chain,
      c.attempts, c.due, s.app, c.failure
    FROM calls c
    JOIN session_rows s ON s.id = c.session
    """
  private static let call = PostgresStatement("call", "\(callColumns) WHERE c.key = $1::text")
  private static let callsOfSession = PostgresStatement(
    "callsOfSession", "\(callColumns) WHERE c.session = $1::uuid ORDER BY c.revision, c.key")
  private static let calls = PostgresStatement(
    "calls",
    "\(callColumns) WHERE c.key > $1::text AND c.share = ANY ($3::int2[]) ORDER BY c.key LIMIT $2::int8")

  // MARK: Single rows

  func idempotencyRecord(for key: String, of session: SessionID?, since: Int64) throws(PostgresError)
    -> IdempotencyRecord?
  {
    var parameters = PostgresParameters()
    parameters.append(session ?? SessionID(high: 0, low: 0))
    parameters.append(Array(key.utf8))
    parameters.append(since)
    guard let row = try connection.run(Self.idempotencyRecord, parameters).first else { return nil }
    return SessionParts.idempotencyRecord(row, body: row.optionalBytes(6))
  }

  private static let idempotencyRecord = PostgresStatement(
    "answer",
    """
    SELECT scope, key, fingerprint, status, revision, at, body
    FROM answers
    WHERE scope = $1::uuid AND key = $2::bytea AND at > $3::int8
    """)

  func tombstone(of session: SessionID) throws(PostgresError) -> Tombstone? {
    try connection.run([PostgresCommand(Self.tombstone, session)])[0].first.map { row in
      Tombstone(tokenHash: row.optionalBytes(0), hasExpired: row.optionalText(1) == "expired")
    }
  }

  private static let tombstone = PostgresStatement(
    "tombstone", "SELECT token_hash, reason FROM tombstones WHERE session = $1::uuid")

  func session(withKey key: String, of app: String) throws(PostgresError) -> SessionID? {
    var parameters = PostgresParameters()
    parameters.append(key)
    parameters.append(app)
    return try connection.run(SharedWriteStatements.keyHolder, parameters).first?.session(0)
  }

  func session(withToken hash: [UInt8]) throws(PostgresError) -> SessionID? {
    var parameters = PostgresParameters()
    parameters.append(hash)
    return try connection.run(Self.token, parameters).first?.session(0)
  }

  private static let token = PostgresStatement("token", "SELECT session FROM tokens WHERE hash = $1::bytea")
}
