import Sessions

extension WriteConnection {
  /// Replaces the snapshot of a session.
  ///
  /// - Returns: false when the session no longer exists; nothing was written then.
  func store(_ snapshot: StateSnapshot, now: Int64) throws(SQLiteError) -> Bool {
    let (statement, session) = (snapshots.store, snapshot.session)
    bind(session.id, to: statement)
    statement.bind(session.appVersion)
    statement.bind(session.revision)
    statement.bind(session.updatedAt)
    statement.bind(session.nextID)
    statement.bind(session.outputs)
    statement.bind(session.undoState.shown)
    statement.bind(session.undoState.tip)
    statement.bind(session.undoState.oldest)
    statement.bind(session.historyBytes)
    statement.bind(text: session.data)
    statement.bind(session.focus?.current)
    statement.bind(text: session.focus?.pathText)
    try run(statement, binding: snapshot.navigation)
    guard connection.changedRows > 0 else { return false }
    bind(session.id, to: snapshots.forgetExpiredAnswers)
    snapshots.forgetExpiredAnswers.bind(now - IdempotencyRecord.lifetime)
    try snapshots.forgetExpiredAnswers.run()
    return true
  }

  /// Runs a statement whose last parameter is a long text, which is not copied.
  func run(_ statement: Statement, binding text: ArraySlice<UInt8>) throws(SQLiteError) {
    try text.withUnsafeBufferPointer { (text) throws(SQLiteError) in
      statement.bind(borrowedText: UnsafeRawBufferPointer(text))
      try statement.run()
    }
  }
}

// The rows of `revisions`, by which changes are found.
extension WriteConnection {
  /// Records the places of a session's changes.
  func insert(_ entries: some Sequence<SnapshotBacklog.Entry>, of session: SessionID) throws(SQLiteError) {
    for entry in entries {
      bind(session, to: snapshots.insertPlace)
      snapshots.insertPlace.bind(entry.revision)
      snapshots.insertPlace.bind(entry.seq)
      try snapshots.insertPlace.run()
    }
  }

  /// The change of a revision, or of the last one before it.
  func seq(of session: SessionID, atOrBefore revision: Int) throws(SQLiteError) -> Int64? {
    bind(session, to: writes.findPlace)
    writes.findPlace.bind(revision)
    return try writes.findPlace.fetchOne { $0.integer(0) }
  }

  /// Reads the first places of some revisions, the oldest first.
  func places(
    of session: SessionID, in revisions: Range<Int>, upTo limit: Int
  ) throws(SQLiteError) -> [SnapshotBacklog.Entry] {
    bind(session, to: writes.findPlaces)
    writes.findPlaces.bind(revisions.lowerBound)
    writes.findPlaces.bind(revisions.upperBound)
    writes.findPlaces.bind(limit)
    return try writes.findPlaces.fetchAll { row in
      SnapshotBacklog.Entry(revision: Int(row.integer(0)), seq: row.integer(1))
    }
  }

  /// Deletes the places of some revisions.
  func deletePlaces(of session: SessionID, in revisions: Range<Int>) throws(SQLiteError) {
    bind(session, to: writes.deletePlaces)
    writes.deletePlaces.bind(revisions.lowerBound)
    writes.deletePlaces.bind(revisions.upperBound)
    try writes.deletePlaces.run()
  }
}
