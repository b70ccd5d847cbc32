import Sessions

extension Reader {
  /// Reads sessions that may have expired.
  func expired(_ query: ExpiryQuery, on connection: ReadConnection) throws(SQLiteError) -> ExpiryPage {
    let (row, limit) =
      switch query.kind {
      case .own(let time): (connection.expired, time)
      case .unchanged(let time): (connection.unchanged, time)
      }
    row.bind(query.after?.time ?? .min)
    row.bind(query.after?.session.text ?? "")
    row.bind(limit)
    defer { row.reset() }
    var items: [ExpiryPage.Item] = []
    // A row with a corrupted id is skipped and does not count.
    while items.count < query.limit, try row.step() {
      guard let session = SessionID(row.borrowedBytes(1)) else { continue }
      items.append(ExpiryPage.Item(time: row.integer(0), session: session))
    }
    return ExpiryPage(items: items)
  }
}
