import Sessions

/// Finds the changes of a session by revision, as far as its tables show them. Remembers the last row that it has read,
/// which has the neighbours as well.
struct RevisionIndex {
  /// The oldest available revision. Changes before it may not have been erased yet.
  let oldest: Int
  private let session: SessionID
  private let connection: ReadConnection
  private var run: RevisionRun?

  init(of session: SessionID, on connection: ReadConnection) throws(SQLiteError) {
    self.session = session
    self.connection = connection
    connection.oldest.bind(session.text)
    oldest = try connection.oldest.fetchOne { $0.count(0) } ?? 1
  }

  /// The number of the change of a revision; nil: it was erased, or there is none.
  mutating func seq(of revision: Int) throws(SQLiteError) -> Int64? {
    if let seq = run?[revision] { return seq }
    try read(connection.lastRun, revision, isAfter: false)
    return run?[revision]
  }

  /// The change of a revision or of the first one after it; nil: there is none.
  mutating func first(from revision: Int) throws(SQLiteError) -> ProjectionBacklog.Entry? {
    if let seq = try seq(of: revision) { return ProjectionBacklog.Entry(revision: revision, seq: seq) }
    // Rows that were corrupted on disk leave a gap.
    try read(connection.nextRun, revision, isAfter: true)
    return run.flatMap(\.entries.first)
  }

  /// The change of a revision or of the last one before it; nil: there is none.
  mutating func last(upTo revision: Int) throws(SQLiteError) -> ProjectionBacklog.Entry? {
    if let seq = try seq(of: revision) { return ProjectionBacklog.Entry(revision: revision, seq: seq) }
    return run.flatMap(\.entries.last)
  }

  private mutating func read(_ row: Statement, _ revision: Int, isAfter: Bool) throws(SQLiteError) {
    row.bind(session.text)
    row.bind(revision)
    let found = try row.fetchOne { (row) throws(SQLiteError) in try RevisionRun(row) }
    // A number that corruption has made a text sorts after all numbers, but is read as one of them. Without this check,
    // a reader would find the row again and again.
    if let found, (found.first > revision) != isAfter {
      throw .corrupt("a row of `revisions` has the revision \(found.first), which is out of order")
    }
    run = found
  }
}
