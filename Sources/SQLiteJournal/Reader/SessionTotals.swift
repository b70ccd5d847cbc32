/// The numbers of keys and labels of all stored sessions.
struct SessionTotals: Sendable, Equatable {
  let keys: Int64
  let labels: Int64
}

extension ReadConnection {
  /// Reads the totals of all sessions.
  func sessionTotals() throws(SQLiteError) -> SessionTotals? {
    try totals.fetchOne { row in SessionTotals(keys: row.integer(0), labels: row.integer(1)) }
  }
}
