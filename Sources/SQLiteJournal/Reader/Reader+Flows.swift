import Sessions

extension Reader {
  /// Reads the counts of flows, on one snapshot of the database.
  func flows(_ query: FlowQuery, on connection: ReadConnection) throws(SQLiteError) -> FlowReport {
    try connection.snapshot { () throws(SQLiteError) in
      var report = FlowReport()
      for part in query.spans {
        let edges = connection.flowEdges
        edges.bind(query, part)
        defer { edges.reset() }
        while try edges.step() {
          // Another text is damage.
          guard let cause = FlowCause(rawValue: edges.text(2)) else { continue }
          report.add(edges.count(3), FlowReport.Edge(from: edges.text(0), to: edges.text(1), cause: cause), in: part)
        }
        try connection.forEachRoute(query, part) { row in
          report.add(stays: FlowStays(row.borrowedBytes(2)), on: row.text(0), in: part)
        }
      }
      for part in query.endedSpans {
        try connection.forEachRoute(query, part) { row in
          report.add(ended: Int(row.integer(1)), on: row.text(0), in: part)
        }
      }
      return report
    }
  }
}

extension ReadConnection {
  fileprivate func forEachRoute(
    _ query: FlowQuery, _ part: FlowQuery.Part, _ read: (Statement) -> Void
  ) throws(SQLiteError) {
    flowRoutes.bind(query, part)
    defer { flowRoutes.reset() }
    while try flowRoutes.step() { read(flowRoutes) }
  }
}

extension Statement {
  fileprivate func bind(_ query: FlowQuery, _ part: FlowQuery.Part) {
    bind(query.app)
    bind(query.label)
    bind(part.span.rawValue)
    bind(part.minutes.lowerBound)
    bind(part.minutes.upperBound)
    bind(query.version)
  }
}

extension SQLiteJournal {
  /// A page of the counts of an app: its edges, then its routes, both in the order of their keys. Blocks; for copies.
  package func flows(of app: String, after last: StoredFlow?) throws(JournalFailure) -> [StoredFlow] {
    do throws(SQLiteError) {
      let connection = try database.openReader()
      if case .route(let name, _, _)? = last?.count { return try connection.routes(of: app, after: last, [name]) }
      var names = ["", "", ""]
      if case .edge(let from, let to, let cause, _)? = last?.count { names = [from, to, cause] }
      let edges = try connection.edges(of: app, after: last, names)
      return edges.isEmpty ? try connection.routes(of: app, after: nil, [""]) : edges
    } catch {
      throw JournalFailure(reading: error)
    }
  }
}

extension Connection {
  fileprivate func edges(
    of app: String, after last: StoredFlow?, _ names: [String]
  ) throws(SQLiteError) -> [StoredFlow] {
    let statement = statement(
      """
      SELECT app, label, span, start, app_version, origin, target, cause, count
      FROM flow_edges
      WHERE app = ? AND (label, span, start, app_version, origin, target, cause) > (?, ?, ?, ?, ?, ?, ?)
      ORDER BY label, span, start, app_version, origin, target, cause
      LIMIT \(StoredFlow.page)
      """)
    statement.bind(app, after: last, names)
    return try statement.fetchAll { row in
      StoredFlow(row, .edge(from: row.text(5), to: row.text(6), cause: row.text(7), row.integer(8)))
    }
  }

  fileprivate func routes(
    of app: String, after last: StoredFlow?, _ names: [String]
  ) throws(SQLiteError) -> [StoredFlow] {
    let statement = statement(
      """
      SELECT app, label, span, start, app_version, route, last, stays
      FROM flow_routes
      WHERE app = ? AND (label, span, start, app_version, route) > (?, ?, ?, ?, ?)
      ORDER BY label, span, start, app_version, route
      LIMIT \(StoredFlow.page)
      """)
    statement.bind(app, after: last, names)
    return try statement.fetchAll { row in
      StoredFlow(row, .route(row.text(5), last: row.integer(6), FlowStays(row.borrowedBytes(7))))
    }
  }
}

extension StoredFlow {
  fileprivate init(_ row: Statement, _ count: Count) {
    self.init(
      app: row.text(0), label: row.text(1), span: row.integer(2), start: row.integer(3), version: row.integer(4), count)
  }
}

extension Statement {
  fileprivate func bind(_ app: String, after last: StoredFlow?, _ names: [String]) {
    bind(app)
    bind(last?.label ?? "")
    for number in [last?.span, last?.start, last?.version] { bind(number ?? 0) }
    for name in names { bind(name) }
  }
}
