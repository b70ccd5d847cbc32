import SQLite
import Sessions

/// The size of the stored history of a session in bytes.
struct HistoryBytes {
  private let extent: HistoryExtent
  private let backlog: ProjectionBacklog
  private let connection: ReadConnection

  init(of extent: HistoryExtent, _ backlog: ProjectionBacklog, _ connection: ReadConnection) {
    self.extent = extent
    self.backlog = backlog
    self.connection = connection
  }

  /// Finds the newest revisions whose changes fit into `limit` bytes. The last revision always fits.
  ///
  /// - Returns: The oldest revision that fits, and the bytes from there on.
  func newest(within limit: Int) throws(SQLiteError) -> (start: Int, bytes: Int) {
    var sum = ChangeBytes(session: extent.session, connection: connection)
    // Changes in the backlog cannot be pruned, but occupy space.
    for entry in backlog.entries(of: extent.session) where entry.revision > extent.revision {
      let row = connection.changeSize
      defer { row.reset() }
      row.bind(entry.seq)
      if try row.step() { try sum.add(row) }
    }
    let row = connection.changeSizes
    defer { row.reset() }
    row.bind(extent.session.text)
    row.bind(extent.oldest)
    var start = extent.revision
    var bytes = sum.bytes
    while try row.step() {
      try sum.add(row)
      let revision = row.count(2)
      if sum.bytes > limit, revision < extent.revision { break }
      (start, bytes) = (revision, sum.bytes)
    }
    return (start, bytes)
  }

  /// Finds the oldest revisions whose changes occupy at least `bytes`. The last revision is not among them.
  ///
  /// - Returns: The first revision after them, and their bytes; nil: some of them use lists of steps, which newer
  ///   changes may use as well.
  func oldest(occupying bytes: Int) throws(SQLiteError) -> (end: Int, bytes: Int)? {
    var (end, counted) = (extent.oldest, 0)
    var part = max(1, (extent.revision - extent.oldest) / 256)
    while counted < bytes, end < extent.revision {
      let next = min(end + part, extent.revision)
      guard let size = try size(of: end..<next) else { return nil }
      if counted + size > bytes, part > 1 {
        part /= 2
      } else {
        (end, counted) = (next, counted + size)
      }
    }
    return (end, counted)
  }

  /// The bytes of the changes of some revisions; nil: some of them use lists of steps.
  private func size(of revisions: Range<Int>) throws(SQLiteError) -> Int? {
    connection.rangeSize.bind(extent.session.text)
    connection.rangeSize.bind(revisions.lowerBound)
    connection.rangeSize.bind(revisions.upperBound)
    return try connection.rangeSize.fetchOne { $0.integer(1) == 0 ? $0.count(0) : nil } ?? nil
  }
}

/// The sum of the sizes of some changes in bytes. Each list of steps counts once.
private struct ChangeBytes {
  let session: SessionID
  let connection: ReadConnection
  private(set) var bytes = 0
  private var lists: Set<String> = []

  init(session: SessionID, connection: ReadConnection) {
    self.session = session
    self.connection = connection
  }

  mutating func add(_ row: Statement) throws(SQLiteError) {
    bytes += row.count(0)
    if !row.isNull(1) { try add(list: row.text(1)) }
  }

  private mutating func add(list id: String) throws(SQLiteError) {
    guard lists.insert(id).inserted else { return }
    let row = connection.stepListSize
    row.bind(session.text)
    row.bind(id)
    let isFound = try row.step()
    if isFound { bytes += row.count(0) }
    let root = isFound ? row.text(1) : id
    row.reset()
    // The lists between this one and its root are short patches, and are not counted.
    try add(list: root)
  }
}
