import SQLite
import Sessions

extension WriteConnection {
  /// Writes a session that was exported, whose changes the tables show from the beginning.
  ///
  /// - Parameter seq: The number of its first change.
  /// - Returns: How many changes it has.
  func add(_ imported: ImportedSession, from seq: Int64) throws(SQLiteError) -> Int64 {
    if let app = imported.app { try define(app, replacing: false) }
    try create(imported.session, keeping: nil)
    let session = imported.session.session.id
    var next = seq
    for change in imported.changes {
      try append(change, as: next)
      try index(Backlog.Entry(revision: change.revision, seq: next), of: session)
      next += 1
    }
    for timer in imported.timers { try perform(.set(timer), of: session) }
    return next - seq
  }

}
