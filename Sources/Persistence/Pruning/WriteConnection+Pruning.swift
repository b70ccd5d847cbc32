import SQLite
import Sessions

extension WriteConnection {
  /// Lets the history of a session begin with a revision. The tables show that revision already, or nothing is done.
  func prune(_ session: SessionID, before revision: Int) throws(SQLiteError) {
    bind(session, to: writes.moveOldest)
    writes.moveOldest.bind(revision)
    try writes.moveOldest.run()
    if connection.changedRows > 0 { try pruneSteps(of: session) }
  }

  /// Finds changes from before a session's history begins.
  ///
  /// - Parameter start: The oldest revision that is looked at.
  /// - Returns: nil: there are none.
  func pruned(_ session: SessionID, from start: Int) throws(SQLiteError) -> PrunedHistory.Find? {
    let row = writes.findPruned
    defer { row.reset() }
    bind(session, to: row)
    row.bind(start)
    row.bind(PrunedHistory.partPlaces * 4)
    var revisions: Range<Int>?
    var seqs: [Int64] = []
    while try row.step() {
      let revision = row.count(0)
      revisions = (revisions?.lowerBound ?? revision)..<(revision + 1)
      seqs.append(row.integer(1))
    }
    return revisions.map {
      PrunedHistory.Find(stretch: PrunedHistory.Stretch(session: session, revisions: $0), seqs: seqs)
    }
  }

  func erase(_ part: PrunedHistory.Part) throws(SQLiteError) {
    switch part {
    case .changes(let seqs):
      for seq in seqs { try deleteChange(seq) }
    case .places(let stretches):
      for stretch in stretches {
        bind(stretch.session, to: writes.deletePlaces)
        writes.deletePlaces.bind(stretch.revisions.lowerBound)
        writes.deletePlaces.bind(stretch.revisions.upperBound)
        try writes.deletePlaces.run()
      }
    }
  }
}
