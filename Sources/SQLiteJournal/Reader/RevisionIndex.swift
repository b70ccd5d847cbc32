import Sessions

/// Finds the changes of a session by revision, up to that of its snapshot.
struct RevisionIndex {
  /// The oldest available revision. Changes before it may not have been erased yet.
  let oldest: Int
  private let session: SessionID
  private let connection: ReadConnection

  init(of session: SessionID, on connection: ReadConnection) throws(SQLiteError) {
    self.session = session
    self.connection = connection
    connection.oldest.bind(session.text)
    oldest = try connection.oldest.fetchOne { $0.count(0) } ?? 1
  }

  /// The number of the change of a revision; nil: it was erased, or there is none.
  func seq(of revision: Int) throws(SQLiteError) -> Int64? {
    let entry = try first(from: revision)
    return entry?.revision == revision ? entry?.seq : nil
  }

  /// The change of a revision or of the first one after it; nil: there is none.
  func first(from revision: Int) throws(SQLiteError) -> SnapshotBacklog.Entry? {
    try read(connection.firstPlace, revision) { $0 >= revision }
  }

  /// The change of a revision or of the last one before it; nil: there is none.
  func last(upTo revision: Int) throws(SQLiteError) -> SnapshotBacklog.Entry? {
    try read(connection.lastPlace, revision) { $0 <= revision }
  }

  private func read(
    _ row: Statement, _ revision: Int, isInOrder: (Int) -> Bool
  ) throws(SQLiteError) -> SnapshotBacklog.Entry? {
    row.bind(session.text)
    row.bind(revision)
    let entry = try row.fetchOne { row in SnapshotBacklog.Entry(revision: row.count(0), seq: row.integer(1)) }
    // A number that corruption has made a text sorts after all numbers, but is read as one of them. Without this check,
    // a reader would find the row again and again.
    if let entry, !isInOrder(entry.revision) {
      throw .corrupt("a row of `revisions` has the revision \(entry.revision), which is out of order")
    }
    return entry
  }
}
