import JSON
import Sessions

/// Counts sessions in one statement. Their rows are always current, so it has the state of one moment.
struct SessionCountReader {
  private let connection: PostgresConnection
  private let query: SessionCountQuery

  init(_ connection: PostgresConnection, _ query: SessionCountQuery) {
    self.connection = connection
    self.query = query
  }

  func counts(now: Int64) throws(PostgresError) -> SessionCounts {
    var parameters = PostgresParameters()
    parameters.append(query.app)
    parameters.append(query.updatedAfter ?? .min)
    parameters.append(Int64(SessionCounts.mostGroups + 1))
    for name in query.labels { parameters.append(name) }
    var counts = SessionCounts(asOf: now)
    for row in try connection.run(statement, parameters).rows {
      let group = query.dimensions.enumerated().map { index, dimension -> JSONValue in
        switch dimension {
        case .route: JSONValue(stored: Array(row.text(index + 1).utf8)) ?? ""
        case .version: .integer(Int64(row.count(index + 1)))
        case .label: row.optionalText(index + 1).map(JSONValue.string) ?? .null
        }
      }
      counts.add(row.int(0), to: group)
    }
    return counts
  }

  private var statement: PostgresStatement {
    let (labels, others) = (query.labels.count, query.dimensions.count - query.labels.count)
    let kinds = query.dimensions.prefix(others).map { $0 == .route ? "Route" : "Version" }.joined()
    var label = 3
    let columns = query.dimensions.enumerated().map { index, dimension in
      let name = " AS d\(index)"
      switch dimension {
      // As JSON, which may have a character that texts cannot.
      case .route: return "(convert_from(s.path, 'UTF8')::json -> -1)::text" + name
      case .version: return "s.app_version" + name
      case .label:
        label += 1
        return "(SELECT value FROM labels WHERE session = s.id AND name = $\(label)::text)" + name
      }
    }
    let names = columns.indices.map { "d\($0)" }.joined(separator: ", ")
    return PostgresStatement(
      "count\(kinds)Labels\(labels)",
      """
      SELECT count(*), \(names)
      FROM (
        SELECT \(columns.joined(separator: ", "))
        FROM session_rows s
        WHERE s.app = $1::text AND s.updated_at > $2::int8) AS counted
      GROUP BY \(names)
      LIMIT $3::int8
      """)
  }
}
