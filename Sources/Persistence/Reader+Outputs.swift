import SQLite
import Sessions

/// As much of an answer about outputs as has been found.
struct OutputPage: Sendable {
  var items: [OutputItem] = []
  /// The last change that was looked at.
  var revision = 0
  /// The last output that was found, or after which to look.
  var seq: Int
  var isComplete = false

  init(seq: Int) {
    self.seq = seq
  }

  /// Changes that are looked at before others get their turn.
  static let part = 2000
}

extension Reader {
  /// Reads on: first what is indexed, then what the tables do not show yet.
  func extend(
    _ page: OutputPage, by query: OutputQuery, on connection: ReadConnection
  ) throws(SQLiteError) -> OutputPage {
    var page = page
    // Before the transaction, as in `load`.
    let entries = backlog.entries(of: query.session)
    return try connection.snapshot { () throws(SQLiteError) in
      let isPart = try readIndexed(into: &page, query, connection.outputs)
      if isPart { return page }
      for entry in entries where entry.revision > page.revision {
        try readBehind(entry, into: &page, query, connection.outputsBehind)
      }
      page.isComplete = true
      return page
    }
  }

  /// - Returns: Whether there is more in the index.
  private func readIndexed(
    into page: inout OutputPage, _ query: OutputQuery, _ row: Statement
  ) throws(SQLiteError) -> Bool {
    defer { row.reset() }
    row.bind(query.session.text)
    row.bind(page.revision)
    row.bind(page.seq)
    for _ in 0..<OutputPage.part {
      guard page.items.count < query.limit, try row.step() else { return false }
      page.revision = row.count(0)
      if !row.isNull(2) { read(row, into: &page) }
    }
    return true
  }

  private func readBehind(
    _ entry: Backlog.Entry, into page: inout OutputPage, _ query: OutputQuery, _ row: Statement
  ) throws(SQLiteError) {
    defer { row.reset() }
    row.bind(entry.seq)
    row.bind(page.seq)
    while page.items.count < query.limit, try row.step() { read(row, into: &page) }
  }

  private func read(_ row: Statement, into page: inout OutputPage) {
    page.seq = row.count(2)
    page.items.append(
      OutputItem(
        seq: page.seq, revision: row.count(0), at: row.moment(1), name: row.text(3),
        value: row.isNull(4) ? Array("null".utf8) : row.bytes(4)))
  }
}
