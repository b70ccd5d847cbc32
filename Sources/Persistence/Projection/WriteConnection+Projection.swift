import SQLite
import Sessions

extension WriteConnection {
  /// Updates the tables of a session to the projection's revision.
  ///
  /// - Returns: false when the session no longer exists; nothing was written then.
  func project(_ projection: Projection, now: Int64) throws(SQLiteError) -> Bool {
    let session = projection.session
    let statement = projecting.updateSession
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
    bind(session.id, to: statement)
    try statement.run()
    guard connection.changedRows > 0 else { return false }
    try writeTree(projection)
    bind(session.id, to: projecting.forgetExpiredAnswers)
    projecting.forgetExpiredAnswers.bind(now - IdempotencyRecord.lifetime)
    try projecting.forgetExpiredAnswers.run()
    return true
  }

  /// Records the location of a session's change in `revisions`.
  func index(_ entry: ProjectionBacklog.Entry, of session: SessionID) throws(SQLiteError) {
    let statement = projecting.indexChange
    bind(session, to: statement)
    statement.bind(entry.revision)
    statement.bind(entry.seq)
    try statement.run()
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
