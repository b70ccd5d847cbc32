import Sessions

/// Reads the counts of flows.
struct FlowReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  func flows(_ query: FlowQuery) throws(PostgresError) -> FlowReport {
    let (spans, ended) = (query.spans, query.endedSpans)
    let commands =
      spans.flatMap { [command(Self.edges, query, $0), command(Self.routes, query, $0)] }
      + ended.map { command(Self.routes, query, $0) }
    // All statements of a pipeline read one snapshot.
    let results = try connection.run(commands)
    var report = FlowReport()
    for (index, part) in spans.enumerated() {
      for row in results[2 * index].rows {
        // Another text is damage.
        guard let cause = FlowCause(rawValue: row.text(2)) else { continue }
        report.add(row.count(3), FlowReport.Edge(from: row.text(0), to: row.text(1), cause: cause), in: part)
      }
      for row in results[2 * index + 1].rows {
        report.add(stays: FlowStays(row.bytes(2)), on: row.text(0), in: part)
      }
    }
    for (part, result) in zip(ended, results.dropFirst(2 * spans.count)) {
      for row in result.rows { report.add(ended: row.int(1), on: row.text(0), in: part) }
    }
    return report
  }

  private func command(
    _ statement: PostgresStatement, _ query: FlowQuery, _ part: FlowQuery.Part
  ) -> PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(query.app)
    parameters.append(query.label)
    parameters.append(Int64(part.span.rawValue))
    parameters.append(part.minutes.lowerBound)
    parameters.append(part.minutes.upperBound)
    parameters.append(query.version.map { Int64($0) })
    return PostgresCommand(statement, parameters)
  }

  private static let condition = """
    app = $1::text AND label = $2::text AND span = $3::int8 AND start >= $4::int8 AND start < $5::int8
      AND ($6::int8 IS NULL OR app_version = $6::int8)
    """

  private static let edges = PostgresStatement(
    "flowEdges",
    """
    SELECT origin, target, cause, sum(count)::int8
    FROM flow_edges
    WHERE \(condition)
    GROUP BY origin, target, cause
    """)

  private static let routes = PostgresStatement(
    "flowRoutes",
    """
    SELECT route, last, convert_to(array_to_string(stays, ','), 'UTF8')
    FROM flow_routes
    WHERE \(condition)
    """)

  /// A page of the counts of an app: its edges, then its routes, both in the order of their keys.
  func flows(of app: String, after last: StoredFlow?) throws(PostgresError) -> [StoredFlow] {
    if case .route(let name, _, _)? = last?.count { return try storedRoutes(of: app, after: last, [name]) }
    var names = ["", "", ""]
    if case .edge(let from, let to, let cause, _)? = last?.count { names = [from, to, cause] }
    let edges = try rows(Self.storedEdges, of: app, after: last, names).map { row in
      StoredFlow(row, .edge(from: row.text(5), to: row.text(6), cause: row.text(7), row.integer(8)))
    }
    return edges.isEmpty ? try storedRoutes(of: app, after: nil, [""]) : edges
  }

  private func storedRoutes(
    of app: String, after last: StoredFlow?, _ names: [String]
  ) throws(PostgresError) -> [StoredFlow] {
    try rows(Self.storedRoutes, of: app, after: last, names).map { row in
      StoredFlow(row, .route(row.text(5), last: row.integer(6), FlowStays(row.bytes(7))))
    }
  }

  private func rows(
    _ statement: PostgresStatement, of app: String, after last: StoredFlow?, _ names: [String]
  ) throws(PostgresError) -> [PostgresRow] {
    var parameters = PostgresParameters()
    parameters.append(app)
    parameters.append(last?.label ?? "")
    for number in [last?.span, last?.start, last?.version] { parameters.append(number ?? 0) }
    for name in names { parameters.append(name) }
    return Array(try connection.run([PostgresCommand(statement, parameters)])[0].rows)
  }

  private static let storedEdges = PostgresStatement(
    "storedFlowEdges",
    """
    SELECT app, label, span::int8, start, app_version, origin, target, cause, count
    FROM flow_edges
    WHERE app = $1::text AND (label, span, start, app_version, origin, target, cause)
      > ($2::text, $3::int8, $4::int8, $5::int8, $6::text, $7::text, $8::text)
    ORDER BY label, span, start, app_version, origin, target, cause
    LIMIT \(StoredFlow.page)
    """)

  private static let storedRoutes = PostgresStatement(
    "storedFlowRoutes",
    """
    SELECT app, label, span::int8, start, app_version, route, last, convert_to(array_to_string(stays, ','), 'UTF8')
    FROM flow_routes
    WHERE app = $1::text AND (label, span, start, app_version, route)
      > ($2::text, $3::int8, $4::int8, $5::int8, $6::text)
    ORDER BY label, span, start, app_version, route
    LIMIT \(StoredFlow.page)
    """)
}

extension StoredFlow {
  fileprivate init(_ row: PostgresRow, _ count: Count) {
    self.init(
      app: row.text(0), label: row.text(1), span: row.integer(2), start: row.integer(3), version: row.integer(4), count)
  }
}
