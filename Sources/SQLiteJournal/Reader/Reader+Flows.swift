import Sessions

extension Reader {
  /// Reads the counts of flows, on one snapshot of the database.
  func flows(_ query: FlowQuery, on connection: ReadConnection) throws(SQLiteError) -> FlowReport {
    try connection.snapshot { () throws(SQLiteError) in
      var report = FlowReport()
      for part in query.spans {
        connection.flowEdges.bind(query, part)
        while try connection.flowEdges.step() {
          let row = connection.flowEdges
          // Another text is damage.
          guard let cause = FlowCause(rawValue: row.text(2)) else { continue }
          report.add(row.count(3), FlowReport.Edge(from: row.text(0), to: row.text(1), cause: cause))
        }
        connection.flowRoutes.bind(query, part)
        while try connection.flowRoutes.step() {
          let row = connection.flowRoutes
          report.stays[row.text(0), default: FlowStays()].add(FlowStays(row.borrowedBytes(2)))
        }
      }
      for part in query.endedSpans {
        connection.flowRoutes.bind(query, part)
        while try connection.flowRoutes.step() {
          report.ended[connection.flowRoutes.text(0), default: 0] += Int(connection.flowRoutes.integer(1))
        }
      }
      return report
    }
  }
}

extension Statement {
  /// Begins a read, of which all rows are to be stepped through.
  fileprivate func bind(_ query: FlowQuery, _ part: (span: FlowSpan, minutes: Range<Int64>)) {
    bind(query.app)
    bind(query.label)
    bind(part.span.rawValue)
    bind(part.minutes.lowerBound)
    bind(part.minutes.upperBound)
    bind(query.version)
  }
}
