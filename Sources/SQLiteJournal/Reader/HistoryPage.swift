import JSON
import Sessions

/// A partly read page of a session's history.
struct HistoryPage: PartialPage {
  let query: HistoryPageQuery
  private(set) var items = LimitedItems<HistoryItem>()
  /// The last examined revision.
  private var revision: Int

  init(_ query: HistoryPageQuery) {
    self.query = query
    revision = query.after
  }

  var session: SessionID { query.session }

  mutating func readIndexed(on connection: ReadConnection, _ limits: ReadLimits) throws(SQLiteError) -> Bool {
    let index = try RevisionIndex(of: session, on: connection)
    var bytes = 0
    for _ in 0..<limits.searched {
      // Revisions are at most `largest`, so the addition cannot overflow.
      guard !items.hasNext, revision < UndoState.largest,
        let entry = try index.first(from: max(revision + 1, index.oldest))
      else { return false }
      revision = entry.revision
      bytes += try read(entry.seq, on: connection, limits)
      guard bytes < limits.bytes else { break }
    }
    return !items.hasNext
  }

  mutating func read(
    _ entry: SnapshotBacklog.Entry, on connection: ReadConnection, _ limits: ReadLimits
  ) throws(SQLiteError) {
    // A snapshot may have come to have a change of the backlog that was read before.
    guard entry.revision > revision else { return }
    revision = entry.revision
    _ = try read(entry.seq, on: connection, limits)
  }

  /// Reads the change of the current revision.
  ///
  /// - Returns: The length of its action in bytes.
  private mutating func read(
    _ seq: Int64, on connection: ReadConnection, _ limits: ReadLimits
  ) throws(SQLiteError) -> Int {
    let row = connection.historyItem
    defer { row.reset() }
    row.bind(seq)
    guard try row.step() else { return 0 }
    try read(row, limits)
    return row.borrowedBytes(5).count
  }

  private mutating func read(_ row: Statement, _ limits: ReadLimits) throws(SQLiteError) {
    let origin = row.origin(1)
    guard query.filter.accepts(origin) else { return }
    let action = try row.json(5, "the action of revision \(revision)")
    guard try query.filter.type.map({ (type) throws(SQLiteError) in try Self.action(action, hasType: type) }) ?? true
    else {
      return
    }
    let item = HistoryItem(
      revision: revision, at: row.moment(0), origin: origin, action: action,
      outputs: try row.json(6, "the list of outputs of revision \(revision)"),
      refused: row.isNull(7) ? nil : try row.json(7, "the refusal of revision \(revision)"),
      isImported: row.integer(8) != 0)
    let bytes = item.action.count + item.outputs.count + (item.refused?.count ?? 0)
    items.append(item, bytes: bytes, query.limit, limits.answerBytes)
  }

  /// Whether an action, or one of a batch, has a type.
  private static func action(_ text: [UInt8], hasType type: String) throws(SQLiteError) -> Bool {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(keeping: text[...], roundingNumbers: true)
    } catch {
      throw .corrupt("an action of the history: \(error)")
    }
    if let own = json["type"], !own.isNull { return own.stringValue?.isIdentical(to: type) ?? false }
    var isFound = false
    _ = json["actions"]?.forEachElement { action in
      isFound = isFound || action["type"]?.stringValue?.isIdentical(to: type) ?? false
    }
    return isFound
  }
}
