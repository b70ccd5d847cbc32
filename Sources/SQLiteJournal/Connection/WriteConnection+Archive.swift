import Sessions

extension WriteConnection {
  /// Writes changes of a session that is being imported. Their outputs were delivered by the source and are not
  /// delivered again.
  ///
  /// - Parameter seq: The number of the first change.
  func write(_ slice: ImportSlice, from seq: Int64) throws(SQLiteError) {
    guard slice.changes.contains(where: { $0.text.count > Self.longRow }) else {
      return try writeRows(slice, from: seq)
    }
    // A long row, which SQLite holds as a whole, does not fill the cache as well.
    try connection.run("PRAGMA cache_size = -256")
    do throws(SQLiteError) {
      try writeRows(slice, from: seq)
    } catch {
      try connection.run("PRAGMA cache_size = \(Database.writerCacheSize)")
      throw error
    }
    try connection.run("PRAGMA cache_size = \(Database.writerCacheSize)")
  }

  /// The bytes of a change from which its row is long.
  private static let longRow = 256 << 10

  private func writeRows(_ slice: ImportSlice, from seq: Int64) throws(SQLiteError) {
    for (seq, change) in zip(seq..., slice.changes) { try insert(change, as: seq) }
    let entries = zip(seq..., slice.changes).map { SnapshotBacklog.Entry(revision: $1.revision, seq: $0) }
    try insert(entries, of: slice.session)
  }

  /// Creates an imported session, after all of its changes were written.
  ///
  /// - Parameter seq: The number of the creation among the changes.
  /// - Returns: The session of the app that has the key already; nothing was written then.
  func add(_ imported: ImportedSession, as seq: Int64) throws(SQLiteError) -> SessionID? {
    if let taken = try create(imported.session, record: imported.record, as: seq) { return taken }
    if let revision = imported.session.session.metadata.bareRevision {
      writes.markBare.bind(revision)
      writes.markBare.bind(seq)
      try writes.markBare.run()
    }
    for app in imported.apps { try define(app, replacing: false) }
    for timer in imported.timers { try perform(.set(timer), of: imported.session.session.id) }
    for call in imported.calls { try perform(.ask(call)) }
    for record in imported.idempotencyRecords { try insert(record) }
    if !imported.tokens.items.isEmpty { try setTokens(imported.tokens, of: imported.session.session.id) }
    return nil
  }

  /// Removes changes of a failed import.
  func dropImport(_ session: SessionID, _ revisions: Range<Int>) throws(SQLiteError) {
    bind(session, to: writes.findSession)
    // The session exists, so these are its changes, not those of a failed import.
    guard try writes.findSession.fetchOne({ _ in true }) == nil else { return }
    while true {
      let places = try places(of: session, in: revisions, upTo: 4_096)
      guard let last = places.last else {
        attributed = []
        return try run(writes.dropAttributions, of: session)
      }
      for place in places { try deleteChange(place.seq) }
      try deletePlaces(of: session, in: revisions.lowerBound..<last.revision + 1)
    }
  }

  /// Keeps the numbers up to `seq` from being used again after a restart: clients may have them as cursors.
  func reserveNumbers(upTo seq: Int64) throws(SQLiteError) {
    writes.reserveNumbers.bind(seq)
    try writes.reserveNumbers.run()
  }

  /// Removes the changes of imports that a crash interrupted. They are after the low-water mark, which stays before an
  /// import until it ends, and their session has no other rows. So the changes of a session whose own row was corrupted
  /// are kept.
  ///
  /// - Parameter newest: The highest number in use.
  func dropUnfinishedImports(after lowWater: Int64, newest: Int64) throws(SQLiteError) {
    let row = connection.statement(
      """
      SELECT session
      FROM (SELECT DISTINCT session FROM changes WHERE seq > ?) AS late
      WHERE NOT EXISTS (SELECT 1 FROM session_rows WHERE session_rows.id = late.session)
        -- Reads all rows, in case that the index is damaged.
        AND NOT EXISTS (SELECT 1 FROM session_rows NOT INDEXED WHERE session_rows.id = late.session)
      """)
    row.bind(lowWater)
    var sessions: [SessionID] = []
    while try row.step() {
      if let session = SessionID(row.bytes(0)[...]) { sessions.append(session) }
    }
    row.reset()
    if !sessions.isEmpty { try reserveNumbers(upTo: newest) }
    // Each as a whole: a change is found by its place, and a place without its change would be found by nothing.
    for session in sessions {
      try connection.transaction { () throws(SQLiteError) in try dropImport(session, 0..<Int.max) }
    }
  }
}
