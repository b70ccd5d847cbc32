import SQLite
import Sessions

extension Writer {
  /// Goes on with a new connection, once that has all that was acknowledged.
  ///
  /// It is opened before the old one goes: were that the last one, the next would recover the log from the file, and might
  /// find in it a transaction whose fsync failed and whose writers were told that it did.
  func reconnect() throws(SQLiteError) {
    let opened = try WriteConnection(database.openWriter())
    try confirm(on: opened.connection)
    connection = opened
    isConnectionSound = true
  }

  /// Reads every change that was acknowledged and that the tables do not show: those that only the log may have.
  ///
  /// After a failed fsync a later one may succeed although the data never came to the disk, since the kernel takes the
  /// pages for clean then ("Can Applications Recover from fsync Failures?", Rebello et al., USENIX ATC 2020). The frames
  /// of the transaction that failed are written anew by the next one, from the same place on, and so are the pages of the
  /// file that hold the end of the frame before them.
  private func confirm(on connection: Connection) throws(SQLiteError) {
    let change = connection.statement("SELECT revision FROM changes WHERE seq = ? AND session = ?")
    let lags = backlog.lags.withLock { $0.mapValues(\.entries) }
    for (session, entries) in lags {
      for entry in entries {
        defer { change.reset() }
        change.bind(entry.seq)
        change.bind(session.text)
        guard try change.step(), change.integer(0) == entry.revision else { throw .lostChange(entry, of: session) }
      }
    }
  }

  /// After a checkpoint that failed, the log is copied from its beginning again: pages that it wrote before may not have
  /// come to the disk, and its next fsync would not say so.
  ///
  /// - Returns: false while that cannot be arranged, so that no checkpoint may be made.
  func canCheckpoint() -> Bool {
    if checkpointer.takeFailure() { owesBackfill = true }
    guard owesBackfill else { return true }
    do {
      try connection.connection.forgetBackfill()
      owesBackfill = false
    } catch {
      counters.update { $0.failedCheckpoints += 1 }
    }
    return !owesBackfill
  }
}

extension SQLiteError {
  fileprivate static func lostChange(_ entry: ProjectionBacklog.Entry, of session: SessionID) -> SQLiteError {
    .corrupt("revision \(entry.revision) of \(session.text) was acknowledged and is not there any more")
  }
}
