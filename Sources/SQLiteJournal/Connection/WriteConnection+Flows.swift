import Sessions

/// The statements that change the counts of flows.
struct FlowStatements {
  let log: Statement
  let readLog: Statement
  let emptyLog: Statement
  let addEdges: Statement
  let addLast: Statement
  let findRoute: Statement
  let setRoute: Statement
  /// Each takes the minute before which spans are forgotten.
  let forget: [Statement]
  let forgetMinutes: Statement

  init(_ connection: Connection) {
    log = connection.statement("INSERT INTO flow_log (changes) VALUES (?)")
    readLog = connection.statement("SELECT changes FROM flow_log")
    emptyLog = connection.statement("DELETE FROM flow_log")
    addEdges = connection.statement(
      """
      INSERT INTO flow_edges (app, label, span, start, app_version, origin, target, cause, count)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    addLast = connection.statement(
      """
      INSERT INTO flow_routes (app, label, span, start, app_version, route, last, stays)
      VALUES (?, ?, ?, ?, ?, ?, ?, '')
      ON CONFLICT DO UPDATE SET last = last + excluded.last
      """)
    findRoute = connection.statement(
      """
      SELECT last, stays
      FROM flow_routes
      WHERE app = ? AND label = ? AND span = ? AND start = ? AND app_version = ? AND route = ?
      """)
    setRoute = connection.statement(
      """
      INSERT OR REPLACE INTO flow_routes (app, label, span, start, app_version, route, last, stays)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    forget = [
      connection.statement("DELETE FROM flow_edges WHERE start < ?"),
      connection.statement("DELETE FROM flow_routes WHERE start < ?"),
    ]
    forgetMinutes = connection.statement("DELETE FROM flow_routes WHERE span = 1 AND start < ?")
  }
}

extension WriteConnection {
  /// Appends changes of counts, which are added up later.
  func log(_ changes: FlowChanges) throws(SQLiteError) {
    flows.log.bind(text: changes.text)
    try flows.log.run()
  }

  func loggedFlows() throws(SQLiteError) -> FlowChanges {
    var changes = FlowChanges()
    defer { flows.readLog.reset() }
    while try flows.readLog.step() { changes.add(stored: flows.readLog.bytes(0)) }
    return changes
  }

  func emptyFlowLog() throws(SQLiteError) { try flows.emptyLog.run() }

  /// Adds to the counts of flows.
  func add(_ counts: FlowCounts) throws(SQLiteError) {
    for (edge, count) in counts.edges {
      bind(edge.group, to: flows.addEdges)
      flows.addEdges.bind(edge.from)
      flows.addEdges.bind(edge.to)
      flows.addEdges.bind(edge.cause.rawValue)
      flows.addEdges.bind(count)
      try flows.addEdges.run()
    }
    for (route, change) in counts.routes {
      guard !change.stays.counts.isEmpty else {
        bind(route.group, to: flows.addLast)
        flows.addLast.bind(route.name)
        flows.addLast.bind(change.last)
        try flows.addLast.run()
        continue
      }
      bind(route.group, to: flows.findRoute)
      flows.findRoute.bind(route.name)
      var count = try flows.findRoute.fetchOne { FlowCounts.RouteCount($0) } ?? FlowCounts.RouteCount()
      count.add(change)
      bind(route.group, to: flows.setRoute)
      flows.setRoute.bind(route.name)
      flows.setRoute.bind(count.last)
      flows.setRoute.bind(count.stays.text)
      try flows.setRoute.run()
    }
  }

  private func bind(_ group: FlowGroup, to statement: Statement) {
    statement.bind(group.app)
    statement.bind(group.label)
    statement.bind(group.span.rawValue)
    statement.bind(group.start)
    statement.bind(group.version)
  }

  /// Deletes the counts before a minute, and those of minutes before another one.
  func forgetFlows(before minute: Int64, minutesBefore: Int64) throws(SQLiteError) {
    for statement in flows.forget {
      statement.bind(minute)
      try statement.run()
    }
    flows.forgetMinutes.bind(minutesBefore)
    try flows.forgetMinutes.run()
  }
}

extension FlowCounts.RouteCount {
  fileprivate init(_ row: Statement) {
    self.init()
    last = Int(row.integer(0))
    stays = FlowStays(row.bytes(1))
  }
}
