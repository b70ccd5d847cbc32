import SQLite
import Sessions

extension ReadConnection {
  /// Reads the rows of a session that the tables may not show yet; nil when the row of its creation is gone.
  func created(_ creation: PendingCreations.Creation) throws(SQLiteError) -> Projection? {
    self.creation.bind(creation.seq)
    return try self.creation.fetchOne { (row) throws(SQLiteError) in
      let row = StoredSessionRow(row, of: creation.session, labels: [:])
      guard let navigation = row.navigation else {
        throw .corrupt("the creation of the session \(creation.session.text) has no navigation")
      }
      return try Projection(of: row.session, storedAs: navigation)
    }
  }
}

extension PendingCreations {
  /// Reads the creations of a database, without their content.
  init(on connection: Connection) throws(SQLiteError) {
    try self.init(connection.statement(Self.selection))
  }

  /// The columns that `init(_:)` reads.
  static let selection = "SELECT seq, session, app, key FROM creations"

  /// Reads all rows of `selection`.
  init(_ row: Statement) throws(SQLiteError) {
    self.init()
    defer { row.reset() }
    while try row.step() {
      // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
      guard let session = SessionID(row.borrowedBytes(1)) else { continue }
      add(Creation(session: session, seq: row.integer(0), app: row.text(2), key: row.optionalText(3)))
    }
  }
}

extension SessionSummary {
  /// The entry of a session that the tables do not show yet.
  init(_ projection: Projection) {
    let session = projection.session
    let focus = session.focus ?? FocusRows(of: projection).focus
    self.init(
      id: session.id, app: session.app, appVersion: session.appVersion, revision: session.revision,
      createdAt: session.createdAt, updatedAt: session.updatedAt,
      metadata: SessionMetadata(key: session.metadata.key, expires: session.metadata.expires), current: focus.current,
      path: focus.path)
  }
}
