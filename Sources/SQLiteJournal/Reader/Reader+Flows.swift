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
