import SQLite
import Sessions

/// A partly read page of a session's outputs.
struct OutputPage: Sendable {
  var items = LimitedItems<OutputItem>()
  /// The revision to continue at. Some of its outputs may have been read already.
  var next = 0
  /// The `seq` of the last output that was read, or after which to start.
  var seq: Int
  var isComplete = false

  init(seq: Int) {
    self.seq = seq
  }
}

extension Reader {
  /// Reads the next part of a page: first from the index, then from the backlog.
  func extend(
    _ page: OutputPage, by query: OutputQuery, on connection: ReadConnection
  ) throws(SQLiteError) -> OutputPage {
    var page = page
    // Before the transaction, as in `load`.
    let entries = backlog.entries(of: query.session)
    return try connection.snapshot { () throws(SQLiteError) in
      let isPart = try readIndexed(into: &page, query, connection.outputs)
      if isPart { return page }
      for entry in entries where entry.revision >= page.next && !page.items.hasNext {
        try readBehind(entry, into: &page, query, connection.outputsBehind)
      }
      page.isComplete = true
      return page
    }
  }

  /// - Returns: Whether the index has more.
  private func readIndexed(
    into page: inout OutputPage, _ query: OutputQuery, _ row: Statement
  ) throws(SQLiteError) -> Bool {
    defer { row.reset() }
    row.bind(query.session.text)
    row.bind(page.next)
    row.bind(page.seq)
    var bytes = 0
    for _ in 0..<limits.searched {
      guard !page.items.hasNext, try row.step() else { return false }
      if row.isNull(2) {
        page.next = row.count(0) + 1
        bytes += row.count(5)
      } else {
        page.next = row.count(0)
        bytes += row.borrowedBytes(4).count
        read(row, into: &page, query)
      }
      guard bytes < limits.bytes else { break }
    }
    return !page.items.hasNext
  }

  private func readBehind(
    _ entry: ProjectionBacklog.Entry, into page: inout OutputPage, _ query: OutputQuery, _ row: Statement
  ) throws(SQLiteError) {
    defer { row.reset() }
    row.bind(entry.seq)
    row.bind(page.seq)
    while !page.items.hasNext, try row.step() { read(row, into: &page, query) }
  }

  private func read(_ row: Statement, into page: inout OutputPage, _ query: OutputQuery) {
    page.seq = row.count(2)
    let item = OutputItem(
      seq: page.seq, revision: row.count(0), at: row.moment(1), name: row.text(3),
      value: row.isNull(4) ? Array("null".utf8) : row.bytes(4))
    page.items.append(item, bytes: item.value.count + item.name.utf8.count, query.limit, limits.answerBytes)
  }
}
