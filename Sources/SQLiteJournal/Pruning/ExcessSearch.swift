import Sessions

/// A search for sessions whose history exceeds the limits of a query.
struct ExcessSearch {
  private let query: ExcessQuery
  private let backlog: SnapshotBacklog
  private let connection: ReadConnection

  init(_ query: ExcessQuery, _ backlog: SnapshotBacklog, _ connection: ReadConnection) {
    self.query = query
    self.backlog = backlog
    self.connection = connection
  }

  /// Examines the sessions of a page on one snapshot of the database.
  func page() throws(SQLiteError) -> ExcessPage {
    try connection.snapshot { () throws(SQLiteError) in
      var page = ExcessPage()
      for extent in try extents() {
        page.next = extent.session
        if let excess = try excess(of: extent) { page.items.append(excess) }
      }
      return page
    }
  }

  private func excess(of extent: HistoryExtent) throws(SQLiteError) -> Excess? {
    let kept = query.revisions < extent.revision ? extent.revision - query.revisions + 1 : 1
    var cut = max(kept, try oldest(of: extent, since: query.before))
    var size: Excess.Size?
    if query.only != nil || extent.bytes > query.bytes {
      let part = try measured(extent)
      if part.cut >= cut { (cut, size) = part }
    }
    guard cut > extent.oldest || extent.hasWaste || query.only != nil else { return nil }
    return Excess(session: extent.session, oldest: extent.oldest, cut: cut, size: size)
  }

  private func measured(_ extent: HistoryExtent) throws(SQLiteError) -> (cut: Int, size: Excess.Size?) {
    let history = HistoryBytes(of: extent, backlog, connection)
    if let removal = query.removal {
      let part = try history.oldest(occupying: removal)
      return (part.end, .removed(part.bytes))
    }
    let part = try history.newest(within: query.bytes)
    return (part.start, .kept(part.bytes))
  }

  private func extents() throws(SQLiteError) -> [HistoryExtent] {
    let row = query.only == nil ? connection.extents : connection.extent
    defer { row.reset() }
    row.bind((query.only ?? query.after)?.text ?? "")
    if query.only == nil { row.bind(query.limit) }
    var extents: [HistoryExtent] = []
    while try row.step() {
      // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
      guard let session = SessionID(row.borrowedBytes(0)) else { continue }
      extents.append(
        HistoryExtent(
          session: session, revision: row.count(1), oldest: row.count(2), createdAt: row.moment(3),
          hasWaste: row.integer(4) != 0, bytes: row.count(5)))
    }
    return extents
  }

  /// The revision of the session at `moment`, or its oldest one. A binary search, since time never goes back in a
  /// session.
  private func oldest(of extent: HistoryExtent, since moment: Int64) throws(SQLiteError) -> Int {
    guard extent.createdAt < moment else { return extent.oldest }
    let index = try RevisionIndex(of: extent.session, on: connection)
    var (known, unknown) = (extent.oldest, extent.revision)
    while known < unknown {
      // The next revision first: most sessions need no pruning.
      let middle = known == extent.oldest ? known + 1 : known + (unknown - known + 1) / 2
      if let seq = try index.seq(of: middle), let time = try time(ofChange: seq), time < moment {
        known = middle
      } else {
        unknown = middle - 1
      }
    }
    return known
  }

  private func time(ofChange seq: Int64) throws(SQLiteError) -> Int64? {
    connection.moment.bind(seq)
    return try connection.moment.fetchOne { $0.moment(0) }
  }
}

/// The stored range and size of a session's history.
struct HistoryExtent {
  let session: SessionID
  let revision: Int
  let oldest: Int
  let createdAt: Int64
  /// Whether pruned changes have not been erased yet.
  let hasWaste: Bool
  /// The approximate size of its changes in bytes, as counted by the session.
  let bytes: Int
}
