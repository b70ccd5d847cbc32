import Sessions

/// Copied counts of flows.
struct StoredFlowRows {
  private var edges: [(row: StoredFlow, from: String, to: String, cause: String, count: Int64)] = []
  private var routes: [(row: StoredFlow, name: String, last: Int64, stays: FlowStays)] = []

  init(_ rows: [StoredFlow]) {
    for row in rows {
      switch row.count {
      case .edge(let from, let to, let cause, let count): edges.append((row, from, to, cause, count))
      case .route(let name, let last, let stays): routes.append((row, name, last, stays))
      }
    }
  }

  /// A command that is sent again after a lost connection inserts nothing.
  var commands: [PostgresCommand] {
    var commands: [PostgresCommand] = []
    if !edges.isEmpty {
      var parameters = Self.parameters(edges.map(\.row))
      parameters.append(texts: edges.map(\.from))
      parameters.append(texts: edges.map(\.to))
      parameters.append(texts: edges.map(\.cause))
      parameters.append(int8s: edges.map(\.count))
      commands.append(PostgresCommand(Self.insertEdges, parameters))
    }
    if !routes.isEmpty {
      var parameters = Self.parameters(routes.map(\.row))
      parameters.append(texts: routes.map(\.name))
      parameters.append(int8s: routes.map(\.last))
      parameters.append(texts: routes.map { "{\($0.stays.text)}" })
      commands.append(PostgresCommand(Self.insertRoutes, parameters))
    }
    return commands
  }

  private static func parameters(_ rows: [StoredFlow]) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(texts: rows.map(\.app))
    parameters.append(texts: rows.map(\.label))
    parameters.append(int8s: rows.map(\.span))
    parameters.append(int8s: rows.map(\.start))
    parameters.append(int8s: rows.map(\.version))
    return parameters
  }

  private static let insertEdges = PostgresStatement(
    "insertFlowEdges",
    """
    INSERT INTO flow_edges (app, label, span, start, app_version, origin, target, cause, count)
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::text[], $7::text[], $8::text[], $9::int8[])
    ON CONFLICT DO NOTHING
    """)

  private static let insertRoutes = PostgresStatement(
    "insertFlowRoutes",
    """
    INSERT INTO flow_routes (app, label, span, start, app_version, route, last, stays)
    SELECT app, label, span, start, app_version, route, last, stays::int8[]
    FROM unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::text[], $7::int8[], $8::text[])
      AS k (app, label, span, start, app_version, route, last, stays)
    ON CONFLICT DO NOTHING
    """)
}
