import JSON
import Navigation
import Sessions

extension Reader {
  /// Reads the calls of a session that have no answer.
  func calls(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> [WaitingCall] {
    connection.sessionCalls.bind(id.text)
    return try connection.sessionCalls.fetchAll { row in
      WaitingCall(key: row.text(0), screen: row.optionalText(1), revision: row.count(2), reply: row.bytes(3))
    }
  }

  /// Reads calls of all sessions.
  func calls(_ query: CallQuery, on connection: ReadConnection) throws(SQLiteError) -> [CallRow] {
    switch query {
    case .one(let key):
      connection.call.bind(key)
      return try connection.call.fetchAll(call).compactMap { $0 }
    case .session(let id):
      connection.callsOfSession.bind(id.text)
      return try connection.callsOfSession.fetchAll(call).compactMap { $0 }
    case .page(let key, let limit, _):
      let row = connection.calls
      defer { row.reset() }
      row.bind(key)
      var calls: [CallRow] = []
      // A row with a corrupted id is skipped and does not count.
      while calls.count < limit, try row.step() {
        if let call = call(row) { calls.append(call) }
      }
      return calls
    }
  }

  private func call(_ row: Statement) -> CallRow? {
    guard let session = SessionID(row.borrowedBytes(1)) else { return nil }
    let request = CallRequest(
      method: row.text(5), url: row.text(6), fields: fields(row.bytes(7)), body: row.isNull(8) ? nil : row.bytes(8),
      timeout: row.integer(9))
    return CallRow(
      key: row.text(0), session: session, app: row.text(14), screen: row.optionalText(2), revision: row.count(3),
      at: row.moment(4), request: request, reply: row.bytes(10), chain: row.count(11), attempts: row.count(12),
      failure: row.optionalText(15), due: row.moment(13))
  }

  /// Corrupted fields are left out.
  private func fields(_ text: [UInt8]) -> [String] {
    do throws(JSONError) {
      return try JSONValue(parsing: text).arrayValue?.compactMap(\.stringValue) ?? []
    } catch {
      return []
    }
  }
}
