import JSON
import SQLite
import Sessions

/// A partly read page of a session's history.
struct HistoryPage: Sendable {
  var items = LimitedItems<HistoryItem>()
  /// The last examined revision.
  var revision: Int
  var isComplete = false
}

extension Reader {
  /// Reads the next part of a page: first from the index, then from the backlog.
  func extend(
    _ page: HistoryPage, by query: HistoryPageQuery, on connection: ReadConnection
  ) throws(SQLiteError) -> HistoryPage {
    var page = page
    // Before the transaction, as in `load`.
    let entries = backlog.entries(of: query.session)
    return try connection.snapshot { () throws(SQLiteError) in
      let isPart = try readIndexed(into: &page, query, connection.history)
      if isPart { return page }
      for entry in entries where entry.revision > page.revision && !page.items.hasNext {
        try readBehind(entry, into: &page, query, connection.historyItem)
      }
      page.isComplete = true
      return page
    }
  }

  /// - Returns: Whether the index has more.
  private func readIndexed(
    into page: inout HistoryPage, _ query: HistoryPageQuery, _ row: Statement
  ) throws(SQLiteError) -> Bool {
    defer { row.reset() }
    row.bind(query.session.text)
    row.bind(page.revision)
    var bytes = 0
    for _ in 0..<limits.searched {
      guard !page.items.hasNext, try row.step() else { return false }
      bytes += row.borrowedBytes(3).count
      try read(row, into: &page, query)
      guard bytes < limits.bytes else { break }
    }
    return !page.items.hasNext
  }

  private func readBehind(
    _ entry: ProjectionBacklog.Entry, into page: inout HistoryPage, _ query: HistoryPageQuery, _ row: Statement
  ) throws(SQLiteError) {
    defer { row.reset() }
    row.bind(entry.seq)
    if try row.step() { try read(row, into: &page, query) }
  }

  private func read(_ row: Statement, into page: inout HistoryPage, _ query: HistoryPageQuery) throws(SQLiteError) {
    page.revision = row.count(0)
    let action = try row.json(3, "the action of revision \(page.revision)")
    guard query.type.map({ Self.action(action, hasType: $0) }) ?? true else { return }
    let item = HistoryItem(
      revision: page.revision, at: row.moment(1), actor: row.isNull(2) ? nil : row.text(2), action: action,
      outputs: try row.json(4, "the list of outputs of revision \(page.revision)"),
      refused: row.isNull(5) ? nil : try row.json(5, "the refusal of revision \(page.revision)"))
    let bytes = item.action.count + item.outputs.count + (item.refused?.count ?? 0)
    page.items.append(item, bytes: bytes, query.limit, limits.answerBytes)
  }

  /// Whether an action, or one of a batch, has a type. The text is valid.
  private static func action(_ text: [UInt8], hasType type: String) -> Bool {
    guard let json = try? JSONValue(keeping: text[...], roundingNumbers: true) else { return false }
    if let own = json["type"], !own.isNull { return own.stringValue?.isIdentical(to: type) ?? false }
    var isFound = false
    _ = json["actions"]?.forEachElement { action in
      isFound = isFound || action["type"]?.stringValue?.isIdentical(to: type) ?? false
    }
    return isFound
  }
}
