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
}
