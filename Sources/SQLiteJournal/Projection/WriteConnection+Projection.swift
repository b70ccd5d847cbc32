import Sessions

extension WriteConnection {
  /// Updates the tables of a session to the projection's revision.
  ///
  /// - Returns: false when the session no longer exists; nothing was written then.
  func project(_ projection: Projection, now: Int64) throws(SQLiteError) -> Bool {
    let session = projection.session
    if try !update(session) {
      guard try writeRows(ofUnchanged: session) else { return false }
      guard try update(session) else { throw .corrupt("the session \(session.id.text) has several rows") }
    }
    try writeTree(projection)
    bind(session.id, to: projecting.forgetExpiredAnswers)
    projecting.forgetExpiredAnswers.bind(now - IdempotencyRecord.lifetime)
    try projecting.forgetExpiredAnswers.run()
    return true
  }

  /// - Returns: false if the session does not exist, or has its containers and screens in its row.
  private func update(_ session: SessionRow) throws(SQLiteError) -> Bool {
    let statement = projecting.updateSession
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
    try statement.run()
    return connection.changedRows > 0
  }

  /// Writes the containers and screens of a session that has them in its row, before its first change.
  ///
  /// - Returns: false if the session does not exist.
  private func writeRows(ofUnchanged session: SessionRow) throws(SQLiteError) -> Bool {
    bind(session.id, to: projecting.readNavigation)
    let stored = try projecting.readNavigation.fetchOne { row in row.isNull(0) ? nil : row.bytes(0) }
    guard let stored else { return false }
    if let navigation = stored { try writeTree(try Projection(of: session, storedAs: navigation)) }
    try run(projecting.removeNavigation, of: session.id)
    return true
  }

  /// Writes and removes the containers and screens of a projection.
  func writeTree(_ projection: Projection) throws(SQLiteError) {
    let session = projection.session.id
    try remove(projection.removedContainers, of: session, by: projecting.removeContainer)
    try remove(projection.removedScreens, of: session, by: projecting.removeScreen)
    for container in projection.containers { try write(container, of: session) }
    for screen in projection.screens { try write(screen, of: session) }
  }

  private func remove(_ ids: [String], of session: SessionID, by statement: Statement) throws(SQLiteError) {
    for id in ids { try run(statement, of: session, id) }
  }

  private func write(_ container: ContainerRow, of session: SessionID) throws(SQLiteError) {
    let statement = projecting.writeContainer
    bind(session, to: statement)
    statement.bind(container.id)
    statement.bind(container.screen)
    statement.bind(container.kind)
    statement.bind(container.selected)
    statement.bind(text: container.history)
    statement.bind(container.open.map { $0 ? 1 : 0 })
    try statement.run()
  }

  private func write(_ screen: ScreenRow, of session: SessionID) throws(SQLiteError) {
    let statement = projecting.writeScreen
    bind(session, to: statement)
    statement.bind(screen.id)
    statement.bind(screen.container)
    statement.bind(screen.position)
    statement.bind(screen.presented)
    statement.bind(screen.route)
    statement.bind(text: screen.params)
    statement.bind(text: screen.state)
    statement.bind(screen.opener)
    statement.bind(text: screen.intent)
    try statement.run()
  }
}

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
    // A row that begins fewer than `longest` revisions earlier may reach the first one.
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

extension Projection {
  /// All rows of a session that has them as JSON in its own row.
  init(of session: SessionRow, storedAs navigation: [UInt8]) throws(SQLiteError) {
    do throws(CorruptSession) {
      try self.init(session: session, navigation: navigation)
    } catch {
      throw .corrupt("the session \(session.id.text): \(error.detail)")
    }
  }
}
