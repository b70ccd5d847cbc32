import Sessions

extension Reader {
  /// Reads the pending timers of a session.
  func timers(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> [TimerRow] {
    connection.sessionTimers.bind(id.text)
    return try connection.sessionTimers.fetchAll { TimerRow($0) }
  }

  /// Reads the due timers of all sessions.
  func timers(_ query: TimerQuery, on connection: ReadConnection) throws(SQLiteError) -> [DueTimer] {
    let row = connection.timers
    defer { row.reset() }
    row.bind(query.after?.fireAt ?? .min)
    row.bind(query.after?.session.text ?? "")
    row.bind(query.after?.timer ?? "")
    row.bind(query.until)
    var timers: [DueTimer] = []
    // A row with a corrupted id is skipped and does not count.
    while timers.count < query.limit, try row.step() {
      guard let session = SessionID(row.borrowedBytes(1)) else { continue }
      timers.append(DueTimer(fireAt: row.moment(0), session: session, timer: row.text(2)))
    }
    return timers
  }
}

extension TimerRow {
  fileprivate init(_ row: Statement) {
    self.init(
      id: row.text(0), screen: row.optionalText(1), effect: row.text(2), fireAt: row.integer(3), action: row.bytes(4),
      recurrence: row.isNull(5) ? nil : row.bytes(5))
  }
}
