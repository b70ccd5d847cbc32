import Sessions

/// The changes of one session by revision, found through the index or through the backlog.
struct PastRows {
  private let entries: [SnapshotBacklog.Entry]
  private let connection: ReadConnection
  private let index: RevisionIndex

  /// A change without its action and its steps.
  struct Row {
    let revision: Int
    let at: Int64
    let origin: ChangeOrigin
    let outputs: [UInt8]
    let refused: [UInt8]?
    let stateOf: Int?
    let base: Int?
    let isImported: Bool
    /// The lengths of the action and of the steps in bytes; 0 if they were not requested.
    let actionLength: Int
    let stepsLength: Int

    var length: Int { actionLength + stepsLength }

    func change(_ action: [UInt8], _ edits: [UInt8], _ part: PastChange.Fragment) -> PastChange {
      PastChange(
        revision: revision, at: at, origin: origin, action: action, edits: edits,
        outputs: part.isLast ? outputs : [], refused: part.isLast ? refused : nil, stateOf: stateOf, base: base,
        isImported: isImported, part: part)
    }
  }

  init(session: SessionID, entries: [SnapshotBacklog.Entry], connection: ReadConnection) throws(SQLiteError) {
    self.entries = entries
    self.connection = connection
    index = try RevisionIndex(of: session, on: connection)
  }

  /// Reads a change, and opens its action and its steps.
  ///
  /// - Parameter way: The selection whose next change this is.
  /// - Returns: nil if the change does not exist or was pruned.
  func row(
    _ revision: Int, _ way: PastQuery.Selection, _ content: PastQuery.Content
  ) throws(SQLiteError) -> Row? {
    guard revision >= index.oldest, let seq = try seq(of: revision) else { return nil }
    let base: Int? =
      switch way {
      case .ascending, .descending: nil
      case .undoPath, .listed: try stateOf(revision - 1) ?? revision - 1
      }
    connection.pastChange.bind(content.contains(.outputs) ? 1 : 0)
    connection.pastChange.bind(seq)
    return try connection.pastChange.fetchOne { row throws(SQLiteError) in
      try made(of: row, revision, base: base, content)
    }
  }

  /// The action of the last row; empty if it was not requested.
  func action(of row: Row) throws(SQLiteError) -> [UInt8] {
    row.actionLength > 0 ? try connection.steps.readAction(row.actionLength) : []
  }

  /// A range of the bytes of the last row's steps.
  func steps(_ bytes: Range<Int>) throws(SQLiteError) -> [UInt8] {
    try connection.steps.read(bytes)
  }

  /// Some adjacent steps of the last row, as a JSON array.
  func stepArray(_ bytes: Range<Int>) throws(SQLiteError) -> [UInt8] {
    try connection.steps.readArray(of: bytes)
  }

  private func made(
    of row: Statement, _ revision: Int, base: Int?, _ content: PastQuery.Content
  ) throws(SQLiteError) -> Row {
    let seq = row.integer(0)
    return Row(
      revision: revision, at: row.moment(1), origin: row.origin(2), outputs: row.bytes(6),
      refused: row.isNull(8) ? nil : row.bytes(8), stateOf: row.optionalCount(7), base: base,
      isImported: row.integer(9) != 0,
      actionLength: content.contains(.action) ? try connection.steps.openAction(seq) : 0,
      stepsLength: content.contains(.steps) ? try connection.steps.open(seq) : 0)
  }

  private func stateOf(_ revision: Int) throws(SQLiteError) -> Int? {
    guard revision >= index.oldest, let seq = try seq(of: revision) else { return nil }
    connection.stateOf.bind(seq)
    return try connection.stateOf.fetchOne { $0.optionalCount(0) } ?? nil
  }

  private func seq(of revision: Int) throws(SQLiteError) -> Int64? {
    if let entry = entry(revision) { return entry.seq }
    return try index.seq(of: revision)
  }

  /// The backlog entry of a revision that the index does not have. Entries are consecutive unless one was corrupted on
  /// disk.
  private func entry(_ revision: Int) -> SnapshotBacklog.Entry? {
    guard let first = entries.first else { return nil }
    let index = revision - first.revision
    // The revisions are consecutive unless some rows were corrupted, so the place is computed first.
    if entries.indices.contains(index), entries[index].revision == revision { return entries[index] }
    return revision < first.revision ? nil : entries.last { $0.revision == revision }
  }
}
