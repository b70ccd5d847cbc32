import Sessions

/// A read-only check of a whole database as of one moment. A server can use the database meanwhile.
package final class DatabaseCheck {
  private let snapshot: Snapshot
  private let connection: ReadConnection
  private let reader: Reader

  /// One stored session.
  package struct Item {
    /// The id as stored, even if it is invalid.
    package let id: String
    /// The decoded session, or the corruption that prevents it.
    package let content: Result<StoredSession, CorruptSession>
    fileprivate let read: (PastQuery) throws(SQLiteError) -> PastPage

    /// Reads a page of the session's history.
    package func past(_ query: PastQuery) throws(CorruptSession) -> PastPage {
      do throws(SQLiteError) { return try read(query) } catch { throw CorruptSession(detail: error.description) }
    }
  }

  /// Opens a database for a check.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - now: Milliseconds since 1970.
  package convenience init(of path: String, now: Int64) throws(SnapshotError) {
    try self.init(Snapshot(path: path), now: now)
  }

  init(_ snapshot: Snapshot, now: Int64) throws(SnapshotError) {
    let missing = try snapshot.pendingMigrations()
    guard missing.isEmpty else { throw .olderSchema(path: snapshot.path, missing: missing) }
    self.snapshot = snapshot
    let lags: [SessionID: SnapshotBacklog.Lag]
    (connection, lags) = try snapshot.read { (connection) throws(SQLiteError) in
      let lowWater = try connection.integer("SELECT low_water FROM progress") ?? 0
      let later = try LaterChanges(on: connection, after: lowWater, now: now)
      return (ReadConnection(connection, isHeld: true), later.lags)
    }
    reader = Reader(
      Database(path: snapshot.path, vfs: snapshot.vfs), queries: ReadQueue(capacity: 1),
      backlog: SnapshotBacklog(lags),
      clock: { now })
  }

  /// The faults of the file itself, one a line.
  package func faults() throws(SnapshotError) -> [String] {
    try snapshot.faults()
  }

  /// All stored versions of all apps.
  package func apps() throws(SnapshotError) -> [StoredApp] {
    try snapshot.read { (connection) throws(SQLiteError) in try SQLiteJournal.apps(on: connection) }
  }

  /// Calls `body` with every session, ordered by id.
  ///
  /// If a corrupted page ends the scan of the index, the remaining ids are read from the rows. So the sessions on the
  /// corrupted page are counted, and those after it are checked.
  package func forEachSession(_ body: (Item) -> Void) throws(SnapshotError) {
    try snapshot.read { (connection) throws(SQLiteError) in
      var last = ""
      do throws(SQLiteError) {
        try forEachID(in: "SELECT id FROM session_rows WHERE id > ? ORDER BY id", after: &last, on: connection, body)
      } catch  where error.isCorrupt {
        let sql = "SELECT id FROM session_rows NOT INDEXED WHERE id > ? ORDER BY id"
        try forEachID(in: sql, after: &last, on: connection, body)
      }
    }
  }

  private func forEachID(
    in sql: String, after last: inout String, on connection: Connection, _ body: (Item) -> Void
  ) throws(SQLiteError) {
    let row = connection.statement(sql)
    defer { row.reset() }
    row.bind(last)
    while try row.step() {
      last = row.text(0)
      body(item(last))
    }
  }

  private func item(_ text: String) -> Item {
    Item(id: text, content: content(text)) { [reader, connection] (query) throws(SQLiteError) in
      try reader.past(query, on: connection)
    }
  }

  private func content(_ text: String) -> Result<StoredSession, CorruptSession> {
    guard let id = SessionID(text) else { return .failure(CorruptSession(detail: "its id is not a session id")) }
    do throws(SQLiteError) {
      guard let session = try reader.load(id, on: connection) else {
        return .failure(CorruptSession(detail: "the index does not find its row by its id"))
      }
      return .success(session)
    } catch {
      return .failure(CorruptSession(detail: error.description))
    }
  }
}
