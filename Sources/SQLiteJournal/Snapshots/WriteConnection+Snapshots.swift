import Sessions

extension WriteConnection {
  /// Replaces the snapshot of a session.
  ///
  /// - Returns: false when the session no longer exists; nothing was written then.
  func store(_ snapshot: StateSnapshot, now: Int64) throws(SQLiteError) -> Bool {
    let session = snapshot.session.id
    bind(session, to: snapshots.store)
    try run(snapshots.store, endingWith: snapshot)
    guard connection.changedRows > 0 else { return false }
    bind(session, to: snapshots.forgetExpiredAnswers)
    snapshots.forgetExpiredAnswers.bind(now - IdempotencyRecord.lifetime)
    try snapshots.forgetExpiredAnswers.run()
    return true
  }

  /// Runs a statement whose last parameters are the columns of a snapshot.
  func run(_ statement: Statement, endingWith snapshot: StateSnapshot) throws(SQLiteError) {
    let session = snapshot.session
    statement.bind(session.appVersion)
    statement.bind(session.revision)
    statement.bind(session.updatedAt)
    statement.bind(session.activeAt)
    statement.bind(session.nextID)
    statement.bind(session.outputs)
    statement.bind(session.undoState.shown)
    statement.bind(session.undoState.tip)
    statement.bind(session.undoState.oldest)
    statement.bind(session.historyBytes)
    statement.bind(text: session.data)
    statement.bind(session.focus?.current)
    statement.bind(text: session.focus?.pathText)
    statement.bind(session.flow?.enteredAt)
    statement.bind(text: session.flow?.labelsText)
    // Long, and not copied.
    try snapshot.navigation.withUnsafeBufferPointer { (text) throws(SQLiteError) in
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
