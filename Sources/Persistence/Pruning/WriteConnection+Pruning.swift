import SQLite
import Sessions

extension WriteConnection {
  /// Moves the start of a session's history to `revision`. Does nothing if the tables do not show that revision yet.
  func prune(_ session: SessionID, before revision: Int) throws(SQLiteError) {
    bind(session, to: writes.moveOldest)
    writes.moveOldest.bind(revision)
    try writes.moveOldest.run()
    guard connection.changedRows > 0 else { return }
    try run(writes.notePruned, of: session)
    try pruneSteps(of: session)
  }

  /// Finds changes before the start of a session's history.
  ///
  /// - Parameter start: The lowest revision to examine.
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

  /// Deletes the rows of a part.
  func erase(_ part: PrunedHistory.Part) throws(SQLiteError) {
    switch part {
    case .changes(let seqs):
      var rest = seqs[...]
      while let first = rest.first {
        let last = first + Int64(zip(rest, first...).prefix { $0 == $1 }.count) - 1
        try deleteChanges(first...last)
        rest = rest.drop { $0 <= last }
      }
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
