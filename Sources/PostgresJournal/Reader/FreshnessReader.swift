import Navigation
import Sessions

/// Compares positions with sessions' rows, and reads what follows those that differ.
struct FreshnessReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// Limits of the changes of one session; with more of them it is loaded anew.
  private static let mostChanges = 256
  private static let mostBytes = 1 << 20

  /// Reads the news of sessions in one statement, and a second pipeline for those that differ.
  func check(_ known: [SessionID: SessionPosition]) throws(PostgresError) -> FreshnessReport {
    let ids = Array(known.keys)
    var parameters = PostgresParameters()
    parameters.append(sessions: ids)
    parameters.append(int8s: ids.map { known[$0]?.token.number ?? 0 })
    var differing: [SessionID] = []
    var news: [SessionID: SessionNews] = [:]
    var editions = CatalogueEditions()
    for row in try connection.run(Self.compare, parameters).rows {
      switch row.int(0) {
      case 0: editions = Self.editions(row)
      case let place where row.isNull(1): news[ids[place - 1]] = .gone
      case let place: differing.append(ids[place - 1])
      }
    }
    if !differing.isEmpty {
      news.merge(try read(differing.compactMap { id in known[id].map { (id, $0) } })) { _, new in new }
    }
    return FreshnessReport(news: news, editions: editions)
  }

  private static func editions(_ row: PostgresRow) -> CatalogueEditions {
    CatalogueEditions(
      apps: row.integer(2), appKeys: row.integer(3), operators: row.integer(6), webhooks: row.integer(4),
      batches: row.integer(5))
  }

  /// Reads the commits after positions, on one snapshot.
  func read(_ known: [(id: SessionID, position: SessionPosition)]) throws(PostgresError) -> [SessionID: SessionNews] {
    func parameters(_ append: (inout PostgresParameters) -> Void = { _ in }) -> PostgresParameters {
      var parameters = PostgresParameters()
      parameters.append(sessions: known.map(\.id))
      append(&parameters)
      return parameters
    }
    let revisions = known.map { Int64($0.position.revision) }
    let results = try connection.run([
      PostgresCommand(Self.rows, parameters()),
      PostgresCommand(
        Self.changes,
        parameters {
          $0.append(int8s: revisions)
          // The known revision, and one more than the limit, which tells that it is exceeded.
          $0.append(Int64(Self.mostChanges + 2))
          $0.append(Int64(Self.mostBytes))
        }),
      PostgresCommand(Self.idempotencyRecords, parameters { $0.append(int8s: revisions) }),
      PostgresCommand(Self.calls, parameters()), PostgresCommand(Self.tokens, parameters()),
      PostgresCommand(Self.labels, parameters()),
    ])
    let changes = Dictionary(grouping: results[1].rows, by: { $0.session(0) })
    let records = Dictionary(grouping: results[2].rows, by: { $0.session(0) })
    let calls = Dictionary(grouping: results[3].rows, by: { $0.session(0) })
    let tokens = Dictionary(grouping: results[4].rows, by: { $0.session(0) })
    let labels = Dictionary(grouping: results[5].rows, by: { $0.session(0) })
    let positions = Dictionary(known.map { ($0.id, $0.position) }) { first, _ in first }
    var news = Dictionary(known.map { ($0.id, SessionNews.gone) }) { first, _ in first }
    for row in results[0].rows {
      let id = row.session(0)
      guard let position = positions[id],
        let followed = Self.follow(position, row, changes[id] ?? [])
      else {
        news[id] = .replaced
        continue
      }
      news[id] = .changed(
        NewCommits(
          position: followed.position, changes: followed.changes, oldest: row.count(3), historyBytes: row.count(4),
          tokenHash: row.bytes(5), tokens: SessionTokens((tokens[id] ?? []).compactMap { SessionParts.token($0) }),
          key: row.optionalText(10),
          labels: Labels((labels[id] ?? []).map { ($0.text(1), $0.text(2)) }),
          lease: SessionParts.lease(row, 6), calls: (calls[id] ?? []).map { SessionParts.call($0) },
          idempotencyRecords: (records[id] ?? []).map { SessionParts.idempotencyRecord($0) }))
    }
    return news
  }

  /// The changes after a position; nil: it does not belong to the session's history, or too much follows.
  private static func follow(
    _ known: SessionPosition, _ row: PostgresRow, _ changes: [PostgresRow]
  ) -> (position: SessionPosition, changes: [PastChange])? {
    var rest = changes[...]
    if let first = rest.first, first.int(1) == known.revision {
      // Another token at this revision: the session was replaced, by an import or a failover that lost commits.
      guard first.integer(2) == known.revisionToken.number else { return nil }
      rest = rest.dropFirst()
    } else {
      // A creation has no change.
      guard row.integer(9) == known.revisionToken.number else { return nil }
    }
    var revision = known.revision
    var token = known.revisionToken
    var items: [PastChange] = []
    for change in rest {
      guard change.int(1) == revision + 1 else { return nil }
      revision += 1
      token = CommitToken(change.integer(2))
      items.append(
        PastChange(
          revision: revision, at: change.integer(3), origin: change.origin(4, 10), action: change.bytes(5),
          edits: change.bytes(6), outputs: change.bytes(7), refused: change.optionalBytes(8),
          stateOf: change.optionalInt(9), base: nil))
    }
    // Fewer than the row says: the limits have cut the changes off.
    guard revision == row.int(2) else { return nil }
    return (
      SessionPosition(token: CommitToken(row.integer(1)), revision: revision, revisionToken: token), items
    )
  }

  /// The rows that differ, and a first row with the numbers of the catalogues.
  private static let compare = PostgresStatement(
    "compare",
    """
    SELECT k.n, s.token, NULL::int8, NULL::int8, NULL::int8, NULL::int8, NULL::int8
    FROM unnest($1::uuid[], $2::int8[]) WITH ORDINALITY AS k (id, token, n)
    LEFT JOIN session_rows s ON s.id = k.id
    WHERE s.id IS NULL OR s.token <> k.token
    UNION ALL
    SELECT 0, 0, max(edition) FILTER (WHERE name = 'apps'), max(edition) FILTER (WHERE name = 'app_keys'),
      max(edition) FILTER (WHERE name = 'webhooks'), max(edition) FILTER (WHERE name = 'batches'),
      max(edition) FILTER (WHERE name = 'operators')
    FROM editions
    """)

  private static let rows = PostgresStatement(
    "newRows",
    """
    SELECT s.id, s.token, s.revision, s.oldest, s.history_bytes, s.token_hash, s.lease, s.lease_name, s.lease_until,
      s.created_token, s.key
    FROM unnest($1::uuid[]) AS k (id)
    JOIN session_rows s ON s.id = k.id
    """)

  /// The changes from the known revision on. With one too many, the rest is not read.
  private static let changes = PostgresStatement(
    "newChanges",
    """
    SELECT k.id, c.revision, c.token, c.at, c.actor, c.action, c.edits, c.outputs, c.refused, c.state_of,
      c.credential, a.text, c.request
    FROM unnest($1::uuid[], $2::int8[]) AS k (id, revision)
    CROSS JOIN LATERAL (
      SELECT *
      FROM (
        SELECT changes.*, sum(octet_length(edits) + octet_length(action)) OVER (ORDER BY changes.revision) AS bytes
        FROM (
          SELECT * FROM changes WHERE session = k.id AND changes.revision >= k.revision ORDER BY changes.revision
          LIMIT $3::int8) AS changes) AS summed
      WHERE bytes - octet_length(edits) - octet_length(action) <= $4::int8) AS c
    LEFT JOIN attributions a ON a.session = c.session AND a.number = c.credential
    ORDER BY k.id, c.revision
    """)

  private static let idempotencyRecords = PostgresStatement(
    "newAnswers",
    """
    SELECT a.scope, a.key, a.fingerprint, a.status, a.revision, a.at
    FROM unnest($1::uuid[], $2::int8[]) AS k (id, revision)
    JOIN answers a ON a.scope = k.id AND a.revision >= k.revision
    """)

  private static let calls = PostgresStatement(
    "newCalls",
    """
    SELECT c.session, c.key, c.screen, c.revision, c.reply
    FROM unnest($1::uuid[]) AS k (id)
    JOIN calls c ON c.session = k.id
    """)

  private static let tokens = PostgresStatement(
    "newTokens",
    """
    SELECT t.session, t.id, t.role, t.name, t.hash, t.created_at, t.expires_at, t.lifetime, t.is_code, t.maker
    FROM unnest($1::uuid[]) AS k (id)
    JOIN tokens t ON t.session = k.id
    ORDER BY t.created_at, t.id
    """)

  private static let labels = PostgresStatement(
    "newLabels",
    "SELECT l.session, l.name, l.value FROM unnest($1::uuid[]) AS k (id) JOIN labels l ON l.session = k.id")
}
