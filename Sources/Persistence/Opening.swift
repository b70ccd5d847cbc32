import SQLite
import Sessions

/// What the writer has to know of a database that was just opened.
struct Opening {
  let connection: WriteConnection
  let storedLowWater: Int64
  private(set) var nextSeq: Int64
  private(set) var lowWater: LowWater
  /// The sessions whose tables are behind, in the order of their first change that is not shown.
  private(set) var behind: [SessionID] = []
  private(set) var lags: [SessionID: Backlog.Lag] = [:]

  /// Reads the changes after the low-water mark, which a shutdown leaves none of, and no session.
  init(_ connection: Connection, now: Int64) throws(SQLiteError) {
    self.connection = try WriteConnection(connection)
    storedLowWater = try connection.integer("SELECT low_water FROM progress") ?? 0
    // The newest change may have been deleted with its session: its number must not be used again below the mark.
    let newest = max(storedLowWater, try connection.integer("SELECT max(seq) FROM changes") ?? 0)
    nextSeq = newest + 1
    lowWater = LowWater(newest: newest)
    try readChanges(connection, now: now)
  }

  private mutating func readChanges(_ connection: Connection, now: Int64) throws(SQLiteError) {
    let statement = try connection.prepare(
      """
      SELECT changes.seq, changes.session, changes.revision
      FROM changes
      JOIN sessions ON sessions.id = changes.session
      WHERE changes.seq > ? AND changes.revision > sessions.revision
      ORDER BY changes.seq
      """)
    defer { statement.reset() }
    statement.bind(storedLowWater)
    while try statement.step() {
      guard let session = SessionID(statement.borrowedBytes(1)) else { continue }
      let entry = Backlog.Entry(revision: Int(statement.integer(2)), seq: statement.integer(0))
      lowWater.add(entry.seq)
      if lags[session] == nil { behind.append(session) }
      lags[session, default: Backlog.Lag(since: now, entries: [])].entries.append(entry)
    }
  }
}
