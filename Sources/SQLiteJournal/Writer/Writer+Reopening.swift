import Sessions

extension Writer {
  /// Replaces the connection, after confirming that the new one reads all acknowledged changes.
  ///
  /// The new connection is opened before the old one closes. If the old one were the last, the new one would recover
  /// the log from the file, and might find a transaction whose fsync failed and whose failure was already reported.
  func reconnect() throws(SQLiteError) {
    let opened = try WriteConnection(database.openWriter())
    try confirm(on: opened.connection)
    connection = opened
    isConnectionSound = true
  }

  /// Reads the acknowledged changes that no snapshot has, and the last creation. A log that has them has all before them.
  ///
  /// After a failed fsync, a later one may succeed although the data never reached the disk, since the kernel then
  /// marks the pages clean ("Can Applications Recover from fsync Failures?", Rebello et al., USENIX ATC 2020). The next
  /// transaction rewrites the frames of the failed one from the same position, and with them the pages of the file that
  /// hold the end of the previous frame.
  private func confirm(on connection: Connection) throws(SQLiteError) {
    let change = connection.statement("SELECT revision FROM changes WHERE seq = ? AND session = ?")
    let lags = backlog.lags.withLock { $0.mapValues(\.entries) }
    for (session, entries) in lags {
      for entry in entries {
        defer { change.reset() }
        change.bind(entry.seq)
        change.bind(session.text)
        guard try change.step(), change.integer(0) == entry.revision else { throw .lost(entry.revision, of: session) }
      }
    }
    guard let lastCreated else { return }
    let creation = connection.statement("SELECT 1 FROM session_rows WHERE seq = ? AND id = ?")
    defer { creation.reset() }
    creation.bind(lastCreated.seq)
    creation.bind(lastCreated.session.text)
    var isFound = true
    do throws(SQLiteError) {
      isFound = try creation.step()
    } catch {
      // A damaged row is not a lost one. It must not keep other sessions from their writes.
      guard error.isCorrupt else { throw error }
    }
    guard isFound else { throw .lost(1, of: lastCreated.session) }
  }
}

extension SQLiteError {
  fileprivate static func lost(_ revision: Int, of session: SessionID) -> SQLiteError {
    .corrupt("revision \(revision) of \(session.text) was acknowledged and is missing")
  }
}
