import Sessions

/// The changes that the tables of a database do not show.
struct UnprojectedChanges {
  /// The sessions of these changes.
  private(set) var behind: [SessionID] = []
  private(set) var lags: [SessionID: ProjectionBacklog.Lag] = [:]
  /// The `seq` of each of these changes, unordered.
  private(set) var seqs: [Int64] = []

  /// Reads the changes by session: the tables are read in storage order, and each id is parsed once.
  ///
  /// - Parameter lowWater: The `seq` up to which the tables show every change.
  init(on connection: Connection, after lowWater: Int64, now: Int64) throws(SQLiteError) {
    // CROSS JOIN keeps the left table in the outer loop, and LIMIT keeps the inner order, which SQLite may drop otherwise
    // (<https://www.sqlite.org/optoverview.html>, 6.3 and 11).
    try read(
      """
      SELECT late.session, late.revision, late.seq
      FROM (SELECT session, revision, seq FROM changes WHERE seq > ? ORDER BY session, seq LIMIT -1) AS late
      CROSS JOIN session_ids ON session_ids.id = late.session
      CROSS JOIN sessions ON sessions.seq = session_ids.seq
      WHERE late.revision > sessions.revision
      ORDER BY late.session, late.seq
      """, on: connection, after: lowWater, now: now)
    // The changes of sessions that the index does not have: their rows have the first revision.
    try read(
      """
      SELECT session, revision, seq
      FROM changes
      WHERE seq > ? AND session IN (SELECT id FROM (\(UnindexedSessions.selection)))
      ORDER BY session, seq
      """, on: connection, after: lowWater, now: now)
  }

  private mutating func read(
    _ sql: String, on connection: Connection, after lowWater: Int64, now: Int64
  ) throws(SQLiteError) {
    let row = connection.statement(sql)
    defer { row.reset() }
    row.bind(lowWater)
    var text: [UInt8] = []
    var lag = ProjectionBacklog.Lag(since: now, entries: [])
    while try row.step() {
      if !row.borrowedBytes(0).elementsEqual(text) {
        add(lag, of: text)
        text = row.bytes(0)
        lag.entries = []
      }
      lag.entries.append(ProjectionBacklog.Entry(revision: row.count(1), seq: row.integer(2)))
      seqs.append(row.integer(2))
    }
    add(lag, of: text)
  }

  private mutating func add(_ lag: ProjectionBacklog.Lag, of text: [UInt8]) {
    // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
    guard !lag.entries.isEmpty, let session = SessionID(text[...]) else { return }
    behind.append(session)
    lags[session] = lag
  }
}
