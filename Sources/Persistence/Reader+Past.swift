import SQLite
import Sessions

extension Reader {
  /// Reads what a session's past was made of, in one state of the database.
  func past(_ query: PastQuery, on connection: ReadConnection) throws(SQLiteError) -> [PastChange] {
    // Before the transaction, as in `load`.
    let entries = backlog.entries(of: query.session)
    return try connection.snapshot { () throws(SQLiteError) in
      let changes = try PastChanges(session: query.session, entries: entries, reader: self, connection: connection)
      switch query.way {
      case .since(let revision): return try changes.since(revision)
      case .chain(let revision, let floor, let limit): return try changes.chain(from: revision, floor, limit)
      case .listed(let revisions): return try changes.listed(revisions)
      case .span(let revisions): return try changes.span(revisions)
      }
    }
  }
}

/// The changes of one session, each found by its revision: by the index, or behind it.
private struct PastChanges {
  let session: SessionID
  let entries: [Backlog.Entry]
  let reader: Reader
  let connection: ReadConnection
  /// What was pruned may still be there.
  private let oldest: Int

  init(
    session: SessionID, entries: [Backlog.Entry], reader: Reader, connection: ReadConnection
  ) throws(SQLiteError) {
    self.session = session
    self.entries = entries
    self.reader = reader
    self.connection = connection
    let row = connection.oldest
    defer { row.reset() }
    row.bind(session.text)
    oldest = try row.step() ? row.count(0) : 1
  }

  func since(_ revision: Int) throws(SQLiteError) -> [PastChange] {
    guard revision <= Timeline.largest else { return [] }
    var before: [PastChange] = []
    while let change = try self[revision - 1 - before.count] {
      before.append(change)
      if change.stateOf == nil { break }
    }
    return before.reversed() + (try span(revision...Int.max))
  }

  func span(_ revisions: ClosedRange<Int>) throws(SQLiteError) -> [PastChange] {
    var changes: [PastChange] = []
    var next = try readIndexed(revisions, into: &changes)
    while next <= revisions.upperBound, let change = try self[next] {
      changes.append(change)
      next += 1
    }
    return changes
  }

  /// Reads what the index has of these in one go, which may be thousands.
  ///
  /// - Returns: The first revision that it does not have, or that is not asked for.
  private func readIndexed(
    _ revisions: ClosedRange<Int>, into changes: inout [PastChange]
  ) throws(SQLiteError) -> Int {
    let revision = revisions.lowerBound
    guard revision >= oldest else { return revision }
    let row = connection.pastChanges
    defer { row.reset() }
    row.bind(session.text)
    row.bind(revision)
    var next = revision
    var formerState = try stateOf(revision - 1)
    while next <= revisions.upperBound, try row.step(), Int(row.integer(6)) == next {
      let made = try change(row, revision: next, base: formerState ?? next - 1)
      changes.append(made)
      formerState = made.stateOf
      next += 1
    }
    return next
  }

  func chain(from revision: Int, _ floor: Int, _ limit: Int) throws(SQLiteError) -> [PastChange] {
    var changes: [PastChange] = []
    var next = revision
    while next > floor, changes.count < limit, let change = try self[next] {
      changes.append(change)
      // A damaged row may lead forward, and so round and round.
      guard change.base < next else { break }
      next = change.base
    }
    return changes
  }

  func listed(_ revisions: [Int]) throws(SQLiteError) -> [PastChange] {
    var changes: [PastChange] = []
    for revision in revisions {
      guard let change = try self[revision] else { break }
      changes.append(change)
    }
    return changes
  }

  private subscript(revision: Int) -> PastChange? {
    get throws(SQLiteError) {
      guard let seq = try seq(of: revision) else { return nil }
      let base = try stateOf(revision - 1) ?? revision - 1
      let row = connection.pastChange
      defer { row.reset() }
      row.bind(seq)
      guard try row.step() else { return nil }
      return try change(row, revision: revision, base: base)
    }
  }

  private func change(_ row: Statement, revision: Int, base: Int) throws(SQLiteError) -> PastChange {
    PastChange(
      revision: revision, at: row.moment(0), actor: row.isNull(1) ? nil : row.text(1), action: row.bytes(2),
      edits: try reader.steps(of: session, row.bytes(3), on: connection), outputs: row.bytes(4),
      stateOf: row.isNull(5) ? nil : Int(row.integer(5)), base: base)
  }

  private func stateOf(_ revision: Int) throws(SQLiteError) -> Int? {
    guard let seq = try seq(of: revision) else { return nil }
    let row = connection.stateOf
    defer { row.reset() }
    row.bind(seq)
    guard try row.step() else { return nil }
    return row.isNull(0) ? nil : Int(row.integer(0))
  }

  private func seq(of revision: Int) throws(SQLiteError) -> Int64? {
    guard revision >= oldest else { return nil }
    if let entry = entries.last(where: { $0.revision == revision }) { return entry.seq }
    let row = connection.place
    defer { row.reset() }
    row.bind(session.text)
    row.bind(revision)
    return try row.step() ? row.integer(0) : nil
  }
}
