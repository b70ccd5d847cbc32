import SQLite
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
    let row = connection.outputs
    defer { row.reset() }
    row.bind(session.text)
    row.bind(next)
    row.bind(seq)
    var bytes = 0
    for _ in 0..<limits.searched {
      guard !items.hasNext, try row.step() else { return false }
      if row.isNull(2) {
        next = row.count(0) + 1
        bytes += row.count(5)
      } else {
        next = row.count(0)
        bytes += row.borrowedBytes(4).count
        read(row, limits)
      }
      guard bytes < limits.bytes else { break }
    }
    return !items.hasNext
  }

  mutating func read(
    _ entry: ProjectionBacklog.Entry, on connection: ReadConnection, _ limits: ReadLimits
  ) throws(SQLiteError) {
    guard entry.revision >= next else { return }
    let row = connection.outputsBehind
    defer { row.reset() }
    row.bind(entry.seq)
    row.bind(seq)
    while !items.hasNext, try row.step() { read(row, limits) }
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
      seq: row.count(2), revision: row.count(0), at: row.moment(1), name: row.text(3),
      value: row.isNull(4) ? Array("null".utf8) : row.bytes(4))
  }
}
