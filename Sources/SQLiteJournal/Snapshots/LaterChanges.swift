import Sessions

/// The changes of a database after the snapshots of their sessions.
struct LaterChanges {
  /// The sessions of these changes.
  private(set) var behind: [SessionID] = []
  private(set) var lags: [SessionID: SnapshotBacklog.Lag] = [:]
  /// The `seq` of each of these changes, unordered.
  private(set) var seqs: [Int64] = []

  /// Reads the changes by session: the rows are read in storage order, and each id is parsed once.
  ///
  /// - Parameter lowWater: The `seq` up to which every change is in a snapshot.
  init(on connection: Connection, after lowWater: Int64, now: Int64) throws(SQLiteError) {
    // CROSS JOIN keeps the left table in the outer loop, and LIMIT keeps the inner order, which SQLite may drop otherwise
    // (<https://www.sqlite.org/optoverview.html>, 6.3 and 11).
    let row = connection.statement(
      """
      SELECT late.session, late.revision, late.seq
      FROM (SELECT session, revision, seq FROM changes WHERE seq > ? ORDER BY session, seq LIMIT -1) AS late
      CROSS JOIN session_rows ON session_rows.id = late.session
      WHERE late.revision > session_rows.revision
      ORDER BY late.session, late.seq
      """)
    defer { row.reset() }
    row.bind(lowWater)
    var text: [UInt8] = []
    var lag = SnapshotBacklog.Lag(since: now, entries: [])
    while try row.step() {
      if !row.borrowedBytes(0).elementsEqual(text) {
        add(lag, of: text)
        text = row.bytes(0)
        lag.entries = []
      }
      lag.entries.append(SnapshotBacklog.Entry(revision: row.count(1), seq: row.integer(2)))
      seqs.append(row.integer(2))
    }
    add(lag, of: text)
  }

  private mutating func add(_ lag: SnapshotBacklog.Lag, of text: [UInt8]) {
    // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
    guard !lag.entries.isEmpty, let session = SessionID(text[...]) else { return }
    behind.append(session)
    lags[session] = lag
  }
}
