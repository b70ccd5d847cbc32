import SQLite
import Sessions

extension Reader {
  /// Finds sessions of a page whose history exceeds the query's limits, on one snapshot of the database.
  func excess(_ query: ExcessQuery, on connection: ReadConnection) throws(SQLiteError) -> ExcessPage {
    try connection.snapshot { () throws(SQLiteError) in
      var page = ExcessPage()
      for extent in try extents(query, on: connection) {
        page.next = extent.session
        let kept = query.revisions < extent.revision ? extent.revision - query.revisions + 1 : 1
        var cut = max(kept, try cut(extent, before: query.before, on: connection))
        var size: Excess.Size?
        if query.only != nil || extent.bytes > query.bytes {
          let part = try measured(extent, query, on: connection)
          if part.cut >= cut { (cut, size) = part }
        }
        guard cut > extent.oldest || extent.hasWaste || query.only != nil else { continue }
        page.items.append(Excess(session: extent.session, oldest: extent.oldest, cut: cut, size: size))
      }
      return page
    }
  }

  private func measured(
    _ extent: Extent, _ query: ExcessQuery, on connection: ReadConnection
  ) throws(SQLiteError) -> (cut: Int, size: Excess.Size?) {
    if let removal = query.removal, let part = try oldest(of: extent, occupying: removal, on: connection) {
      return (part.end, .removed(part.bytes))
    }
    let part = try newest(of: extent, within: query.bytes, on: connection)
    return (part.start, .kept(part.bytes))
  }

  /// The stored range and size of a session's history.
  struct Extent {
    let session: SessionID
    let revision: Int
    let oldest: Int
    let createdAt: Int64
    /// Whether pruned changes have not been erased yet.
    let hasWaste: Bool
    /// The approximate size of its changes in bytes, as counted by the session.
    let bytes: Int
  }

  private func extents(_ query: ExcessQuery, on connection: ReadConnection) throws(SQLiteError) -> [Extent] {
    let row = connection.extents
    defer { row.reset() }
    row.bind(query.after?.text ?? "")
    row.bind(query.limit)
    row.bind(query.only?.text)
    var extents: [Extent] = []
    while try row.step() {
      // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
      guard let session = SessionID(row.borrowedBytes(0)) else { continue }
      extents.append(
        Extent(
          session: session, revision: row.count(1), oldest: row.count(2), createdAt: row.moment(3),
          hasWaste: row.integer(4) != 0, bytes: row.count(5)))
    }
    return extents
  }

  /// The revision of the session at `moment`, or its oldest one. A binary search, since time never goes back in a
  /// session.
  private func cut(_ extent: Extent, before moment: Int64, on connection: ReadConnection) throws(SQLiteError) -> Int {
    guard extent.createdAt < moment else { return extent.oldest }
    var (known, unknown) = (extent.oldest, extent.revision)
    while known < unknown {
      // The next revision first: most sessions need no pruning.
      let middle = known == extent.oldest ? known + 1 : known + (unknown - known + 1) / 2
      if try at(middle, of: extent.session, on: connection).map({ $0 < moment }) ?? false {
        known = middle
      } else {
        unknown = middle - 1
      }
    }
    return known
  }

  private func at(_ revision: Int, of session: SessionID, on connection: ReadConnection) throws(SQLiteError) -> Int64? {
    connection.moment.bind(session.text)
    connection.moment.bind(revision)
    return try connection.moment.fetchOne { $0.moment(0) }
  }
}
