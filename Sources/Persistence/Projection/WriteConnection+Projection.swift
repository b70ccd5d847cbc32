import SQLite
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
