import SQLite
import Sessions

extension WriteConnection {
  /// Moves the start of a session's history to `revision`. Does nothing if the tables do not show that revision yet.
  func prune(_ session: SessionID, before revision: Int) throws(SQLiteError) {
    bind(session, to: writes.moveOldest)
    writes.moveOldest.bind(revision)
    try writes.moveOldest.run()
    guard connection.changedRows > 0 else { return }
    try notePruned(session, before: revision)
    try pruneSteps(of: session)
  }

  /// Notes the number of the newest pruned change, up to which the events of the app are incomplete.
  private func notePruned(_ session: SessionID, before revision: Int) throws(SQLiteError) {
    guard let run = try run(of: session, atOrBefore: revision - 1) else { return }
    // The change of a lost row is not known.
    guard let seq = run[revision - 1] ?? run.seqs.last else { return }
    bind(session, to: writes.notePruned)
    writes.notePruned.bind(seq)
    try writes.notePruned.run()
  }

  /// Finds changes before the start of a session's history.
  ///
  /// - Parameter start: The lowest revision to examine.
  /// - Returns: nil: there are none.
  func pruned(_ session: SessionID, from start: Int) throws(SQLiteError) -> PrunedHistory.Find? {
    guard let oldest = try oldestRevision(of: session), start < oldest else { return nil }
    let pruned = start..<oldest
    let runs = try runs(of: session, in: pruned, upTo: PrunedHistory.partPlaces * 4)
    guard let first = runs.first, let last = runs.last else { return nil }
    let revisions = first.revisions.clamped(to: pruned).lowerBound..<last.revisions.clamped(to: pruned).upperBound
    return PrunedHistory.Find(
      stretch: PrunedHistory.Stretch(session: session, revisions: revisions),
      seqs: runs.flatMap { run in run.revisions.clamped(to: pruned).compactMap { run[$0] } })
  }

  /// The oldest available revision of a session; nil: there is no such session.
  private func oldestRevision(of session: SessionID) throws(SQLiteError) -> Int? {
    bind(session, to: writes.findSession)
    return try writes.findSession.fetchOne { $0.count(0) }
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
      for stretch in stretches { try forget(stretch.revisions, of: stretch.session) }
    }
  }

  /// Deletes the places of pruned revisions.
  private func forget(_ revisions: Range<Int>, of session: SessionID) throws(SQLiteError) {
    guard let oldest = try oldestRevision(of: session), revisions.lowerBound < oldest else { return }
    let pruned = revisions.lowerBound..<min(revisions.upperBound, oldest)
    for run in try runs(of: session, in: pruned, upTo: .max) { try forget(pruned, in: run, of: session) }
  }
}
