import SQLite
import Sessions

// The rows of `revisions`, by which changes are found.
extension WriteConnection {
  /// Records the places of a session's changes.
  func index(_ entries: [ProjectionBacklog.Entry], of session: SessionID) throws(SQLiteError) {
    for run in RevisionRun.runs(of: entries) { try insert(run, of: session) }
  }

  private func insert(_ run: RevisionRun, of session: SessionID) throws(SQLiteError) {
    let statement = projecting.indexChanges
    bind(session, to: statement)
    statement.bind(run.first)
    statement.bind(run.seqs[0])
    statement.bind(text: run.more)
    try statement.run()
  }

  /// The last row that begins at a revision or before.
  func run(of session: SessionID, atOrBefore revision: Int) throws(SQLiteError) -> RevisionRun? {
    bind(session, to: writes.findRun)
    writes.findRun.bind(revision)
    return try writes.findRun.fetchOne { (row) throws(SQLiteError) in try RevisionRun(row) }
  }

  /// Reads the rows that have some of these revisions, the oldest first.
  ///
  /// - Parameter limit: The number of changes in the rows after which reading ends.
  func runs(of session: SessionID, in revisions: Range<Int>, upTo limit: Int) throws(SQLiteError) -> [RevisionRun] {
    let row = writes.findRuns
    defer { row.reset() }
    bind(session, to: row)
    row.bind(revisions.lowerBound - RevisionRun.longest)
    row.bind(revisions.upperBound)
    var runs: [RevisionRun] = []
    var count = 0
    while count < limit, try row.step() {
      let run = try RevisionRun(row)
      guard run.revisions.overlaps(revisions) else { continue }
      runs.append(run)
      count += run.seqs.count
    }
    return runs
  }

  /// Deletes the places of some revisions.
  func forget(_ revisions: Range<Int>, in run: RevisionRun, of session: SessionID) throws(SQLiteError) {
    bind(session, to: writes.deleteRun)
    writes.deleteRun.bind(run.first)
    try writes.deleteRun.run()
    for part in run.parts(without: revisions) { try insert(part, of: session) }
  }
}
