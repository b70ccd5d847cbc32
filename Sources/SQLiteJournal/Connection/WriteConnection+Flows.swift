import Sessions

/// The statements that change the counts of flows.
struct FlowStatements {
  let addEdges: Statement
  let addLast: Statement
  let findRoute: Statement
  let setRoute: Statement
  /// Each takes the minute before which spans are forgotten.
  let forget: [Statement]
  let forgetMinutes: Statement
  let insertEdge: Statement
  let insertRoute: Statement

  init(_ connection: Connection) {
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
    insertEdge = connection.statement("INSERT OR IGNORE INTO flow_edges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    insertRoute = connection.statement("INSERT OR IGNORE INTO flow_routes VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
  }
}

extension WriteConnection {
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
    statement.bind(group.label.string)
    statement.bind(group.span.rawValue)
    statement.bind(group.start)
    statement.bind(group.version)
  }

  func perform(_ write: FlowWrite) throws(SQLiteError) {
    switch write {
    case .forget(let minute, let minutesBefore):
      for statement in flows.forget {
        statement.bind(minute)
        try statement.run()
      }
      flows.forgetMinutes.bind(minutesBefore)
      try flows.forgetMinutes.run()
    case .insert(let rows):
      for row in rows { try insert(row) }
    }
  }

  private func insert(_ row: StoredFlow) throws(SQLiteError) {
    let statement =
      switch row.count {
      case .edge: flows.insertEdge
      case .route: flows.insertRoute
      }
    statement.bind(row.app)
    statement.bind(row.label)
    for number in [row.span, row.start, row.version] { statement.bind(number) }
    switch row.count {
    case .edge(let from, let to, let cause, let count):
      for text in [from, to, cause] { statement.bind(text) }
      statement.bind(count)
    case .route(let name, let last, let stays):
      statement.bind(name)
      statement.bind(last)
      statement.bind(stays.text)
    }
    try statement.run()
  }
}

extension FlowCounts.RouteCount {
  fileprivate init(_ row: Statement) {
    self.init()
    last = Int(row.integer(0))
    stays = FlowStays(row.bytes(1))
  }
}
