import Sessions

/// Changes of the counts of flows in one transaction.
struct FlowRows {
  private var edges: [(session: SessionID?, edge: FlowCounts.Edge, count: Int)] = []
  private var routes: [(session: SessionID?, route: FlowCounts.Route, count: FlowCounts.RouteCount)] = []

  /// - Parameter session: A session without which they do not count: one that this transaction creates, unless it exists.
  mutating func add(_ counts: FlowCounts, ofNew session: SessionID? = nil) {
    for (edge, count) in counts.edges { edges.append((session, edge, count)) }
    for (route, count) in counts.routes { routes.append((session, route, count)) }
  }

  var commands: [PostgresCommand] {
    var commands: [PostgresCommand] = []
    if !edges.isEmpty {
      var parameters = Self.parameters(edges.map(\.session), edges.map(\.edge.group))
      parameters.append(texts: edges.map(\.edge.from))
      parameters.append(texts: edges.map(\.edge.to))
      parameters.append(texts: edges.map(\.edge.cause.rawValue))
      parameters.append(int8s: edges.map { Int64($0.count) })
      commands.append(PostgresCommand(Self.addEdges, parameters))
    }
    if !routes.isEmpty {
      var parameters = Self.parameters(routes.map(\.session), routes.map(\.route.group))
      parameters.append(texts: routes.map(\.route.name))
      parameters.append(int8s: routes.map { Int64($0.count.last) })
      parameters.append(texts: routes.map { "{\($0.count.stays.text)}" })
      commands.append(PostgresCommand(Self.addRoutes, parameters))
    }
    return commands
  }

  private static func parameters(_ sessions: [SessionID?], _ groups: [FlowGroup]) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(sessions: sessions.map { $0 ?? SessionID(high: 0, low: 0) })
    parameters.append(texts: groups.map(\.app))
    parameters.append(texts: groups.map(\.label.string))
    parameters.append(int8s: groups.map { Int64($0.span.rawValue) })
    parameters.append(int8s: groups.map(\.start))
    parameters.append(int8s: groups.map { Int64($0.version) })
    return parameters
  }

  /// Of new sessions only those count that this very transaction has created: it may be sent twice.
  private static let isCreated = """
    k.session = '00000000-0000-0000-0000-000000000000' OR EXISTS (
      SELECT 1 FROM session_rows s WHERE s.id = k.session AND s.xmin = pg_current_xact_id()::xid)
    """

  // In the order of the keys, so that no two transactions wait for each other.
  private static let addEdges = PostgresStatement(
    "addFlowEdges",
    """
    INSERT INTO flow_edges AS f (app, label, span, start, app_version, origin, target, cause, count)
    SELECT app, label, span, start, app_version, origin, target, cause, sum(count)
    FROM unnest(
        $1::uuid[], $2::text[], $3::text[], $4::int8[], $5::int8[], $6::int8[], $7::text[], $8::text[], $9::text[], $10::int8[])
      AS k (session, app, label, span, start, app_version, origin, target, cause, count)
    WHERE \(isCreated)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (app, label, span, start, app_version, origin, target, cause) DO UPDATE SET count = f.count + excluded.count
    """)

  private static let addRoutes = PostgresStatement(
    "addFlowRoutes",
    """
    INSERT INTO flow_routes AS f (app, label, span, start, app_version, route, last, stays)
    SELECT app, label, span, start, app_version, route, sum(last), coalesce(max(stays) FILTER (WHERE stays <> '{}'), '{}')::int8[]
    FROM unnest(
        $1::uuid[], $2::text[], $3::text[], $4::int8[], $5::int8[], $6::int8[], $7::text[], $8::int8[], $9::text[])
      AS k (session, app, label, span, start, app_version, route, last, stays)
    WHERE \(isCreated)
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (app, label, span, start, app_version, route) DO UPDATE
    SET last = f.last + excluded.last,
      stays = CASE WHEN excluded.stays = '{}' THEN f.stays ELSE (
        SELECT array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY n)
        FROM unnest(f.stays, excluded.stays) WITH ORDINALITY AS s (a, b, n)) END
    """)

  static func commands(_ write: FlowWrite) -> [PostgresCommand] {
    switch write {
    case .forget(let minute, let minutesBefore): commands(before: minute, minutesBefore)
    case .insert(let rows): StoredFlowRows(rows).commands
    }
  }

  private static func commands(before minute: Int64, _ minutesBefore: Int64) -> [PostgresCommand] {
    [
      PostgresCommand("forgetFlowEdges", "DELETE FROM flow_edges WHERE start < $1::int8") { $0.append(minute) },
      PostgresCommand(
        "forgetFlowRoutes", "DELETE FROM flow_routes WHERE start < $1::int8 OR span = 1 AND start < $2::int8"
      ) { parameters in
        parameters.append(minute)
        parameters.append(minutesBefore)
      },
    ]
  }
}

extension PostgresRow {
  /// A session as flows count it, by the columns of the last change's time, of the entry to the screen and of the labels.
  func countedFlow(_ at: Int, _ enteredAt: Int, _ labels: Int) -> CountedFlow? {
    optionalMoment(enteredAt).map { CountedFlow(at: moment(at), enteredAt: $0, labels: optionalBytes(labels)) }
  }
}
