import SQLite
import Sessions

/// What the writer has to know of a database that was just opened.
struct Opening {
  let connection: WriteConnection
  let storedLowWater: Int64
  /// The id of the last message that was ever sent; 0: none was.
  let lastMessage: Int64
  private(set) var nextSeq: Int64
  private(set) var lowWater: LowWater
  /// The sessions whose tables are behind.
  private(set) var behind: [SessionID] = []
  private(set) var lags: [SessionID: Backlog.Lag] = [:]

  /// Reads the changes after the low-water mark, which a shutdown leaves none of, and no session.
  init(_ connection: Connection, now: Int64) throws(SQLiteError) {
    self.connection = WriteConnection(connection)
    storedLowWater = try connection.integer("SELECT low_water FROM progress") ?? 0
    // The newest change may have been deleted with its session: its number must not be used again below the mark.
    let newest = max(storedLowWater, try connection.integer("SELECT max(seq) FROM changes") ?? 0)
    nextSeq = newest + 1
    lowWater = LowWater(newest: newest)
    lastMessage = try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'messages'") ?? 0
    try readChanges(connection, now: now)
  }

  /// Reads session by session: so the tables are looked up in the order they are stored in, and each id is read once.
  private mutating func readChanges(_ connection: Connection, now: Int64) throws(SQLiteError) {
    // CROSS JOIN keeps the left table in the outer loop, and LIMIT keeps the inner order, which SQLite may drop otherwise
    // (<https://www.sqlite.org/optoverview.html>, 6.3 and 11).
    let row = connection.statement(
      """
      SELECT late.session, late.revision, late.seq
      FROM (SELECT session, revision, seq FROM changes WHERE seq > ? ORDER BY session, seq LIMIT -1) AS late
      CROSS JOIN sessions ON sessions.id = late.session
      WHERE late.revision > sessions.revision
      ORDER BY late.session, late.seq
      """)
    defer { row.reset() }
    row.bind(storedLowWater)
    var text: [UInt8] = []
    var lag = Backlog.Lag(since: now, entries: [])
    var seqs: [Int64] = []
    while try row.step() {
      if !row.borrowedBytes(0).elementsEqual(text) {
        add(lag, of: text)
        text = row.bytes(0)
        lag.entries = []
      }
      lag.entries.append(Backlog.Entry(revision: Int(row.integer(1)), seq: row.integer(2)))
      seqs.append(row.integer(2))
    }
    add(lag, of: text)
    for seq in seqs.sorted() { lowWater.add(seq) }
  }

  private mutating func add(_ lag: Backlog.Lag, of text: [UInt8]) {
    // An id that is none was damaged on the disk: nobody can ask for the session, and the others go on.
    guard !lag.entries.isEmpty, let session = SessionID(text[...]) else { return }
    behind.append(session)
    lags[session] = lag
  }
}
