import Sessions

/// A partly read page of a session's outputs.
struct OutputPage: PartialPage {
  let query: OutputQuery
  private(set) var items = LimitedItems<OutputItem>()
  /// The revision to continue at. Some of its outputs may have been read already.
  private var next = 0
  /// The `seq` of the last output that was read, or after which to start.
  private var seq: Int

  init(_ query: OutputQuery) {
    self.query = query
    seq = query.after
  }

  var session: SessionID { query.session }

  mutating func readIndexed(on connection: ReadConnection, _ limits: ReadLimits) throws(SQLiteError) -> Bool {
    let index = try RevisionIndex(of: session, on: connection)
    var bytes = 0
    for _ in 0..<limits.searched {
      guard !items.hasNext, let entry = try index.first(from: max(next, index.oldest)) else { return false }
      next = entry.revision
      let part = try read(entry.seq, on: connection, limits, within: limits.bytes - bytes)
      // Else the next turn goes on in the same change, after `seq`.
      if part.isLast { next += 1 }
      bytes += part.bytes
      guard bytes < limits.bytes else { break }
    }
    return !items.hasNext
  }

  mutating func read(
    _ entry: SnapshotBacklog.Entry, on connection: ReadConnection, _ limits: ReadLimits
  ) throws(SQLiteError) {
    guard entry.revision >= next else { return }
    _ = try read(entry.seq, on: connection, limits, within: .max)
  }

  /// Reads the outputs of a change after the last one that was read.
  ///
  /// - Parameter limit: The bytes after which reading ends.
  /// - Returns: The bytes of the outputs, and whether the change has no more.
  private mutating func read(
    _ change: Int64, on connection: ReadConnection, _ limits: ReadLimits, within limit: Int
  ) throws(SQLiteError) -> (bytes: Int, isLast: Bool) {
    let row = connection.outputs
    defer { row.reset() }
    row.bind(change)
    row.bind(seq)
    var bytes = 0
    while !items.hasNext, bytes < limit {
      guard try row.step() else { return (bytes, true) }
      // The change has no wanted output: its length counts, so that a turn ends after many such changes.
      if row.isNull(2) { return (row.count(5), true) }
      bytes += row.borrowedBytes(4).count
      read(row, limits)
    }
    return (bytes, false)
  }

  private mutating func read(_ row: Statement, _ limits: ReadLimits) {
    let item = OutputItem(row)
    seq = item.seq
    items.append(item, bytes: item.value.count + item.name.utf8.count, query.limit, limits.answerBytes)
  }
}

extension OutputItem {
  fileprivate init(_ row: Statement) {
    self.init(
      seq: row.count(2), revision: row.count(0), at: row.moment(1), origin: row.origin(6),
      isImported: row.integer(10) != 0, name: row.text(3),
      value: row.isNull(4) ? Array("null".utf8) : row.bytes(4))
  }
}
