import Sessions

/// The writer's initial state, read from a database that was just opened.
struct RecoveredState {
  let connection: WriteConnection
  let storedLowWater: Int64
  /// The undelivered messages of each session.
  let mailboxes: Mailboxes
  let nextSeq: Int64
  let lowWater: LowWater
  /// The sessions with changes after their snapshots.
  let behind: [SessionID]
  let lags: [SessionID: SnapshotBacklog.Lag]

  /// Reads the changes after the low-water mark; a graceful shutdown leaves none. No session is read.
  init(_ connection: Connection, now: Int64) throws(SQLiteError) {
    self.connection = WriteConnection(connection)
    // A negative mark is corrupted: all changes are re-examined.
    storedLowWater = max(try connection.integer("SELECT low_water FROM progress") ?? 0, 0)
    let newest = max(
      storedLowWater, try Self.newestNumber(on: connection, below: min(storedLowWater, 1 << 60) + (1 << 30)))
    guard newest < 1 << 60, newest - storedLowWater < 1 << 30 else {
      throw .corrupt("the newest change has the number \(newest), but the low-water mark is \(storedLowWater)")
    }
    nextSeq = newest + 1
    try self.connection.dropUnfinishedImports(after: storedLowWater, newest: newest)
    var lowWater = LowWater(newest: newest)
    mailboxes = Mailboxes(stored: try Self.mailboxes(on: connection))
    let later = try LaterChanges(on: connection, after: storedLowWater, now: now)
    for seq in later.seqs.sorted() { lowWater.add(seq) }
    self.lowWater = lowWater
    behind = later.behind
    lags = later.lags
  }

  private static func mailboxes(on connection: Connection) throws(SQLiteError) -> [SessionID: MailboxUse] {
    let rows = connection.statement("SELECT recipient, sender, length(CAST(action AS BLOB)) FROM messages")
    var uses: [SessionID: MailboxUse] = [:]
    while try rows.step() {
      // A message with an invalid id was corrupted on disk, and is not delivered.
      guard let recipient = SessionID(rows.borrowedBytes(0)), let sender = SessionID(rows.borrowedBytes(1)) else {
        continue
      }
      let entry = MailboxEntry(to: recipient, from: sender, bytes: rows.count(2))
      uses[entry.mailbox, default: MailboxUse()].messages += 1
      uses[entry.mailbox, default: MailboxUse()].bytes += entry.bytes
    }
    return uses
  }

  /// The highest number of an event. The newest change may have been deleted with its session, or pruned; its number
  /// must not be used again. A number of a session or a tombstone from the limit on is corrupted, and ignored.
  private static func newestNumber(on connection: Connection, below limit: Int64) throws(SQLiteError) -> Int64 {
    try connection.integer(
      """
      SELECT max(
        newest,
        coalesce((SELECT max(seq) FROM changes), 0),
        coalesce((SELECT max(seq) FROM session_rows WHERE seq < \(limit)), 0),
        coalesce((SELECT max(seq) FROM tombstones WHERE seq IS NOT NULL AND seq < \(limit)), 0),
        coalesce((SELECT max(seq) FROM pruned_events WHERE seq < \(limit)), 0)
      )
      FROM progress
      """) ?? 0
  }
}
