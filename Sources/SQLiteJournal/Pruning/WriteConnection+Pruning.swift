import Sessions

extension WriteConnection {
  /// Moves the start of a session's history to `revision`. Does nothing if the snapshot does not have that revision yet.
  func prune(_ session: SessionID, before revision: Int) throws(SQLiteError) {
    bind(session, to: writes.moveOldest)
    writes.moveOldest.bind(revision)
    try writes.moveOldest.run()
    guard connection.changedRows > 0 else { return }
    try recordPruned(session, before: revision)
  }

  /// Records the number of the newest pruned change, up to which the events of the app are incomplete.
  private func recordPruned(_ session: SessionID, before revision: Int) throws(SQLiteError) {
    guard let seq = try seq(of: session, atOrBefore: revision - 1) else { return }
    bind(session, to: writes.recordPruned)
    writes.recordPruned.bind(seq)
    try writes.recordPruned.run()
  }

  /// Finds changes before the start of a session's history.
  ///
  /// - Parameter start: The lowest revision to examine.
  /// - Returns: nil: there are none.
  func pruned(_ session: SessionID, from start: Int) throws(SQLiteError) -> PrunedHistory.PrunedChanges? {
    guard let oldest = try oldestRevision(of: session), start < oldest else { return nil }
    let places = try places(of: session, in: start..<oldest, upTo: PrunedHistory.batchRows * 4)
    guard let first = places.first, let last = places.last else { return nil }
    return PrunedHistory.PrunedChanges(
      range: PrunedHistory.SessionRevisions(session: session, revisions: first.revision..<last.revision + 1),
      seqs: places.map(\.seq))
  }

  /// The oldest available revision of a session; nil: there is no such session.
  private func oldestRevision(of session: SessionID) throws(SQLiteError) -> Int? {
    bind(session, to: writes.findSession)
    return try writes.findSession.fetchOne { $0.count(0) }
  }

  /// Deletes rows of a part, as many as a transaction may.
  ///
  /// - Returns: The part that is gone; nil: none is as a whole.
  func erase(_ part: PrunedHistory.ErasureBatch) throws(SQLiteError) -> PrunedHistory.ErasureBatch? {
    switch part {
    case .changes(let seqs):
      var bytes = 0
      return .changes(Array(seqs.prefix(try eraseChanges(seqs, &bytes))))
    case .places(let ranges):
      for range in ranges { try forget(range.revisions, of: range.session) }
      return part
    case .history(let session): return try eraseHistory(of: session) ? part : nil
    }
  }

  /// Deletes changes until their bytes exceed a part.
  ///
  /// - Returns: The number of changes that are gone.
  private func eraseChanges(_ seqs: [Int64], _ bytes: inout Int) throws(SQLiteError) -> Int {
    var rest = seqs[...]
    while bytes < PrunedHistory.batchBytes, let first = rest.first {
      var last = first
      // A number may be the largest one, corrupted on disk.
      for next in rest.dropFirst() {
        guard last < .max, next == last + 1 else { break }
        last = next
      }
      let end = try lastChange(of: first...last, &bytes)
      try deleteChanges(first...end)
      // The statement deletes a range of consecutive numbers, so those up to `end` are gone together.
      rest = rest.drop { $0 <= end }
    }
    return seqs.count - rest.count
  }

  /// Adds up the sizes of changes until they exceed a part.
  ///
  /// - Returns: The change at which they do, or the last one.
  private func lastChange(of seqs: ClosedRange<Int64>, _ bytes: inout Int) throws(SQLiteError) -> Int64 {
    let row = writes.changeSizes
    defer { row.reset() }
    row.bind(seqs.lowerBound)
    row.bind(seqs.upperBound)
    while try row.step() {
      bytes += row.count(1)
      if bytes >= PrunedHistory.batchBytes { return row.integer(0) }
    }
    return seqs.upperBound
  }

  // MARK: Long histories of deleted sessions

  /// Whether the history of a session is too long to be deleted in one transaction.
  func hasLongHistory(_ session: SessionID) throws(SQLiteError) -> Bool {
    for statement in writes.longHistory {
      bind(session, to: statement)
      let size = try statement.fetchOne { (rows: $0.count(0), bytes: $0.count(1)) } ?? (rows: 0, bytes: 0)
      if size.rows >= WriteStatements.longHistoryRows || size.bytes > 4 * PrunedHistory.batchBytes { return true }
    }
    return false
  }

  /// Deletes a part of the history of a session, and moves its start.
  ///
  /// - Returns: Whether all but the last change is gone.
  private func eraseHistory(of session: SessionID) throws(SQLiteError) -> Bool {
    bind(session, to: writes.findRevision)
    guard let revision = try writes.findRevision.fetchOne({ $0.count(0) }) else { return true }
    // A crash before the last part leaves the session with a shorter history, not with gaps in it.
    try prune(session, before: revision)
    let places = try places(of: session, in: 0..<revision, upTo: PrunedHistory.batchRows)
    guard places.isEmpty else {
      var bytes = 0
      let erased = places.prefix(try eraseChanges(places.map(\.seq), &bytes))
      if let last = erased.last { try deletePlaces(of: session, in: 0..<last.revision + 1) }
      return false
    }
    bind(session, to: writes.deleteAnswers)
    try writes.deleteAnswers.run()
    return connection.changedRows == 0
  }

  /// Deletes the places of pruned revisions.
  private func forget(_ revisions: Range<Int>, of session: SessionID) throws(SQLiteError) {
    guard let oldest = try oldestRevision(of: session), revisions.lowerBound < oldest else { return }
    try deletePlaces(of: session, in: revisions.lowerBound..<min(revisions.upperBound, oldest))
    guard revisions.upperBound >= oldest else { return }
    try run(writes.forgetAttributions, of: session)
    if connection.changedRows > 0 { attributed = [] }
  }
}
