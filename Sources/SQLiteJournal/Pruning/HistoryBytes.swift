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
      try sum.add(change: entry.seq)
    }
    var index = try RevisionIndex(of: extent.session, on: connection)
    var start = extent.revision
    var bytes = sum.bytes
    var next = extent.revision
    while let entry = try index.last(upTo: next), entry.revision >= extent.oldest {
      try sum.add(change: entry.seq)
      if sum.bytes > limit, entry.revision < extent.revision { break }
      (start, bytes) = (entry.revision, sum.bytes)
      next = entry.revision - 1
    }
    return (start, bytes)
  }

  /// Finds the oldest revisions whose changes occupy at least `bytes`. The last revision is not among them.
  ///
  /// - Returns: The first revision after them, and their bytes; nil: some of them use lists of steps, which newer
  ///   changes may use as well.
  func oldest(occupying bytes: Int) throws(SQLiteError) -> (end: Int, bytes: Int)? {
    var index = try RevisionIndex(of: extent.session, on: connection)
    var (end, counted) = (extent.oldest, 0)
    while counted < bytes, let entry = try index.first(from: end), entry.revision < extent.revision {
      let size = try connection.size(ofChange: entry.seq) { $0.isNull(1) ? $0.count(0) : nil } ?? 0
      guard let size else { return nil }
      counted += size
      end = entry.revision + 1
    }
    return (end, counted)
  }
}

extension ReadConnection {
  /// Reads the size of a change and the list of steps that it uses, if there is one; nil: there is no such change.
  fileprivate func size<Value>(
    ofChange seq: Int64, _ read: (Statement) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    changeSize.bind(seq)
    return try changeSize.fetchOne(read)
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

  mutating func add(change seq: Int64) throws(SQLiteError) {
    let size = try connection.size(ofChange: seq) { ($0.count(0), list: $0.optionalText(1)) }
    guard let (size, list) = size else { return }
    bytes += size
    if let list { try add(list: list) }
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
