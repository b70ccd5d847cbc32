import Sessions

/// Reads the listeners of sessions on all living servers.
struct PresenceReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  func presences(of sessions: [SessionID]) throws(PostgresError) -> [SessionID: StoredPresences] {
    var parameters = PostgresParameters()
    parameters.append(sessions: sessions)
    let results = try connection.run([
      PostgresCommand(Self.listeners, parameters), PostgresCommand(Self.newest, parameters),
    ])
    let rows = Dictionary(grouping: results[0].rows, by: { $0.session(0) })
    let newest = Dictionary(results[1].rows.map { ($0.session(0), $0) }) { first, _ in first }
    return Dictionary(
      sessions.map { session in
        let listeners = (rows[session] ?? []).map { row in
          PresenceRow(
            session: session, id: row.text(1), name: row.optionalText(2),
            by: StoredAttribution.attribution(0, row.optionalBytes(9)), since: row.moment(3),
            token: row.optionalBytes(7), isListed: row.bool(8), shown: Self.report(row, 4))
        }
        let last = newest[session]
        return (
          session,
          StoredPresences(
            rows: listeners, newestShown: last.flatMap { Self.report($0, 1) }, by: last?.optionalBytes(4))
        )
      }
    ) { first, _ in first }
  }

  private static func report(_ row: PostgresRow, _ column: Int) -> ShownReport? {
    row.optionalInt(column).map {
      ShownReport(revision: $0, screen: row.optionalText(column + 1), at: row.moment(column + 2))
    }
  }

  private static let listeners = PostgresStatement(
    "listeners",
    """
    SELECT l.session, l.id, l.name, l.since, l.shown, l.shown_screen, l.shown_at, l.token, l.is_listed, l.attribution
    FROM unnest($1::uuid[]) AS k (id)
    JOIN listeners l ON l.session = k.id
    JOIN nodes n ON n.name = l.node AND n.seen > clock_timestamp() - interval '2 seconds'
    ORDER BY l.since, l.id
    """)

  private static let newest = PostgresStatement(
    "newestShown",
    """
    SELECT s.session, s.revision, s.screen, s.at, s.token
    FROM unnest($1::uuid[]) AS k (id)
    JOIN shown s ON s.session = k.id
    """)
}
