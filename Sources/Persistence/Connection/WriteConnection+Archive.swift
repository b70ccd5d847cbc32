import SQLite
import Sessions

extension WriteConnection {
  /// Writes changes of a session that is being imported. Their outputs were delivered by the source and are not
  /// delivered again.
  ///
  /// - Parameter seq: The number of the first change.
  func write(_ slice: ImportSlice, from seq: Int64) throws(SQLiteError) {
    for (offset, change) in slice.changes.enumerated() {
      let seq = seq + Int64(offset)
      try insert(change, as: seq)
      try index(ProjectionBacklog.Entry(revision: change.revision, seq: seq), of: slice.session)
    }
  }

  /// Creates an imported session, after all of its changes were written.
  ///
  /// - Returns: The session of the app that has the key already; nothing was written then.
  func add(_ imported: ImportedSession) throws(SQLiteError) -> SessionID? {
    if let taken = try create(imported.session, keeping: imported.keeping) { return taken }
    if let app = imported.app { try define(app, replacing: false) }
    for timer in imported.timers { try perform(.set(timer), of: imported.session.session.id) }
    return nil
  }

  /// Removes changes of a failed import.
  func dropImport(_ session: SessionID, _ revisions: Range<Int>) throws(SQLiteError) {
    for statement in writes.dropImport {
      bind(session, to: statement)
      statement.bind(revisions.lowerBound)
      statement.bind(revisions.upperBound)
      try statement.run()
    }
  }

  /// Removes the changes of imports that a crash interrupted. They are after the low-water mark, which stays before an
  /// import until it ends, and their session has no other rows. So the changes of a session whose own row was corrupted
  /// are kept.
  func dropUnfinishedImports(after lowWater: Int64) throws(SQLiteError) {
    let row = connection.statement(
      """
      SELECT DISTINCT session
      FROM changes
      WHERE seq > ?
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = changes.session)
        AND NOT EXISTS (SELECT 1 FROM containers WHERE containers.session = changes.session)
      """)
    row.bind(lowWater)
    var sessions: [SessionID] = []
    while try row.step() {
      if let session = SessionID(row.bytes(0)[...]) { sessions.append(session) }
    }
    row.reset()
    for session in sessions { try dropImport(session, 0..<Int.max) }
  }
}
