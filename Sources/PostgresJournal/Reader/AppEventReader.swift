import Sessions

/// Reads the events of all sessions of an app.
struct AppEventReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// Commits that are examined for one page.
  private static let most: Int64 = 500

  /// The number of the last event of those that are complete.
  func last() throws(PostgresError) -> Int64 {
    try connection.run(Self.watermark).first?.integer(0) ?? 0
  }

  /// Reads a page on one snapshot.
  func page(_ query: AppEventQuery) throws(PostgresError) -> AppEventPage {
    var parameters = PostgresParameters()
    parameters.append(query.app)
    parameters.append(query.after)
    parameters.append(query.end)
    parameters.append(Self.most)
    var app = PostgresParameters()
    app.append(query.app)
    let results = try connection.run([
      PostgresCommand(Self.pruned, app), PostgresCommand(Self.extent, Self.extentParameters(query)),
      PostgresCommand(Self.events, parameters),
    ])
    if let pruned = results[0].first?.integer(0), pruned > query.after {
      return AppEventPage(through: max(pruned, query.after), isReset: true)
    }
    var end = query.end
    // The commits that were not examined begin after this one.
    if let extent = results[1].first, extent.integer(0) == Self.most { end = min(end, extent.integer(1)) }
    var events: [AppEvent] = []
    var bytes = 0
    for row in results[2].rows where row.integer(0) <= end {
      let event = Self.event(row, query)
      events.append(event)
      bytes += event.size
      guard bytes < query.bytes else {
        end = event.cursor
        break
      }
    }
    return AppEventPage(events: events, through: end, subjects: try subjects(of: events, query.filter))
  }

  private static func extentParameters(_ query: AppEventQuery) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(query.after)
    parameters.append(query.end)
    parameters.append(most)
    return parameters
  }

  private static func event(_ row: PostgresRow, _ query: AppEventQuery) -> AppEvent {
    let content: AppEvent.Content =
      switch row.int(1) {
      case 1: .created(by: row.origin(8, 10))
      case 2: .deleted(revision: row.count(5))
      default:
        .changed(
          AppChange(
            revision: row.count(5), outputs: row.bytes(6), refused: row.optionalBytes(7),
            origin: row.origin(8, 10), action: query.wantsActions ? row.bytes(9) : nil))
      }
    return AppEvent(
      cursor: row.integer(0), session: row.session(2), key: row.optionalText(3), at: row.moment(4), content: content)
  }

  private func subjects(
    of events: [AppEvent], _ filter: AppEventFilter
  ) throws(PostgresError) -> [SessionID: AppEventPage.Subject] {
    guard !filter.isEmpty else { return [:] }
    let ids = Array(Set(events.filter { !$0.isDeletion }.map(\.session)))
    guard !ids.isEmpty else { return [:] }
    let query = SummaryQuery(after: nil, limit: ids.count, index: .sessions(ids))
    let summaries = try ListReader(connection).sessions(query)
    return Dictionary(
      summaries.map { ($0.id, AppEventPage.Subject(labels: $0.metadata.labels, path: $0.path)) }
    ) { first, _ in first }
  }

  private static let watermark = PostgresStatement(
    "watermark",
    """
    SELECT coalesce(max(event) | ((1 << 18) - 1), 0)
    FROM commits
    WHERE event < pg_snapshot_xmin(pg_current_snapshot())::text::int8 << 20
    """)

  private static let pruned = PostgresStatement(
    "prunedEvents", "SELECT event FROM pruned_events WHERE app = $1::text")

  // The row of a commit has its first number only. A position within its events finds it from the start of its part.
  /// The number of examined commits, and the last event before the next one.
  private static let extent = PostgresStatement(
    "eventExtent",
    """
    WITH c AS (
      SELECT event FROM commits WHERE event > ($1::int8 >> 18 << 18) - 1 AND event <= $2::int8 ORDER BY event
      LIMIT $3::int8)
    SELECT count(*), max(event) | ((1 << 18) - 1) FROM c
    """)

  private static let events = PostgresStatement(
    "appEvents",
    """
    WITH c AS (
      SELECT * FROM commits WHERE event > ($2::int8 >> 18 << 18) - 1 AND event <= $3::int8 ORDER BY event
      LIMIT $4::int8),
    u AS (
      SELECT c.kind, u.session, u.first, u.last
      FROM c
      CROSS JOIN LATERAL unnest(c.sessions, c.firsts, c.lasts) AS u (session, first, last))
    SELECT x.event, 0, s.id, s.key, x.at, x.revision, x.outputs, x.refused, x.actor, x.action,
      x.credential, x.text, x.request
    FROM u
    JOIN session_rows s ON s.id = u.session AND s.app = $1::text
    CROSS JOIN LATERAL (
      SELECT c.*, a.text
      FROM changes c
      LEFT JOIN attributions a ON a.session = c.session AND a.number = c.credential
      WHERE c.session = u.session AND revision BETWEEN u.first AND u.last AND revision >= s.oldest)
      AS x
    WHERE u.kind < 2 AND x.event > $2::int8 AND x.event <= $3::int8 AND x.event > s.created_event
    UNION ALL
    SELECT s.created_event, 1, s.id, s.key, s.created_at, s.revision, NULL, NULL, NULL, NULL,
      s.created_credential, (SELECT text FROM attributions WHERE session = s.id AND number = s.created_credential),
      s.created_request
    FROM u
    JOIN session_rows s ON s.id = u.session AND s.app = $1::text
    WHERE u.kind = 1 AND s.created_event > $2::int8 AND s.created_event <= $3::int8
    UNION ALL
    SELECT t.event, 2, t.session, NULL, t.at, t.revision, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM u
    JOIN tombstones t ON t.session = u.session AND t.app = $1::text
    WHERE u.kind = 2 AND t.event > $2::int8 AND t.event <= $3::int8
    ORDER BY 1
    """)
}

extension AppEvent {
  /// The approximate size of the event's text in bytes.
  fileprivate var size: Int {
    guard case .changed(let change) = content else { return 128 }
    return 128 + (change.outputs?.count ?? 0) + (change.action?.count ?? 0) + (change.refused?.count ?? 0)
  }
}
