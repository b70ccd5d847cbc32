import Navigation
import Sessions

extension ReadConnection {
  /// Reads a page of the sessions as their snapshots have them, without the state of their screens.
  func summaries(_ query: SummaryQuery) throws(SQLiteError) -> [SessionSummary] {
    try snapshot { () throws(SQLiteError) in
      let row = statement(of: query)
      defer { row.reset() }
      var sessions: [SessionSummary] = []
      // A row with a corrupted id is skipped and does not count.
      while sessions.count < query.limit, try row.step() {
        if let id = SessionID(row.borrowedBytes(0)) { sessions.append(try summary(of: id, row)) }
      }
      return sessions
    }
  }

  private func summary(of id: SessionID, _ row: Statement) throws(SQLiteError) -> SessionSummary {
    let focus = SessionFocus(row, 8, 9) ?? SessionFocus(current: "", path: [])
    return SessionSummary(
      id: id, app: row.text(1), appVersion: row.count(2), revision: row.count(3), createdAt: row.moment(4),
      updatedAt: row.moment(5),
      metadata: SessionMetadata(
        key: row.optionalText(6), labels: try labels(of: id), expires: row.optionalPeriod(7)),
      current: focus.current, path: focus.path)
  }

  /// The statement of a query, with its parameters.
  private func statement(of query: SummaryQuery) -> Statement {
    let (row, parameters) =
      switch query.index {
      case .all: (summaries, [String]())
      case .key(let key): (summariesByKey, [key])
      case .label(let name, let value): (summariesByLabel, [name, value])
      case .sessions(let ids): (summariesByID, [ids.jsonText])
      }
    row.bind(query.after?.text ?? "")
    for parameter in parameters { row.bind(parameter) }
    return row
  }

  /// Reads the labels of a session, their values by name.
  func labels(of session: SessionID) throws(SQLiteError) -> Labels {
    labels.bind(session.text)
    return Labels(try labels.fetchAll { row in (row.text(0), row.text(1)) })
  }
}

extension [SessionID] {
  /// The ids as a JSON array.
  var jsonText: String { "[" + map { "\"\($0.text)\"" }.joined(separator: ",") + "]" }
}
