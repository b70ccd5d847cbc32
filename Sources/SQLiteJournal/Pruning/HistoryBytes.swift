import Sessions

/// The size of the stored history of a session in bytes.
struct HistoryBytes {
  private let extent: HistoryExtent
  private let backlog: SnapshotBacklog
  private let connection: ReadConnection

  init(of extent: HistoryExtent, _ backlog: SnapshotBacklog, _ connection: ReadConnection) {
    self.extent = extent
    self.backlog = backlog
    self.connection = connection
  }

  /// Finds the newest revisions whose changes fit into `limit` bytes. The last revision always fits.
  ///
  /// - Returns: The oldest revision that fits, and the bytes from there on.
  func newest(within limit: Int) throws(SQLiteError) -> (start: Int, bytes: Int) {
    var sum = 0
    // Changes in the backlog cannot be pruned, but occupy space.
    for entry in backlog.entries(of: extent.session) where entry.revision > extent.revision {
      sum += try size(ofChange: entry.seq)
    }
    let index = try RevisionIndex(of: extent.session, on: connection)
    var (start, bytes) = (extent.revision, sum)
    var next = extent.revision
    while let entry = try index.last(upTo: next), entry.revision >= extent.oldest {
      sum += try size(ofChange: entry.seq)
      if sum > limit, entry.revision < extent.revision { break }
      (start, bytes) = (entry.revision, sum)
      next = entry.revision - 1
    }
    return (start, bytes)
  }

  /// Finds the oldest revisions whose changes occupy at least `bytes`. The last revision is not among them.
  ///
  /// - Returns: The first revision after them, and their bytes.
  func oldest(occupying bytes: Int) throws(SQLiteError) -> (end: Int, bytes: Int) {
    let index = try RevisionIndex(of: extent.session, on: connection)
    var (end, counted) = (extent.oldest, 0)
    while counted < bytes, let entry = try index.first(from: end), entry.revision < extent.revision {
      counted += try size(ofChange: entry.seq)
      end = entry.revision + 1
    }
    return (end, counted)
  }

  /// The size of a change; 0 if it does not exist.
  private func size(ofChange seq: Int64) throws(SQLiteError) -> Int {
    connection.changeSize.bind(seq)
    return try connection.changeSize.fetchOne { $0.count(0) } ?? 0
  }
}
