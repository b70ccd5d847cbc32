import SQLite

/// Where the database is, and how each of its connections is set up.
struct Database: Sendable {
  let path: String
  /// nil: the system's files.
  let vfs: String?
  var checkpoints = Checkpoints.own
  var synchronous = Synchronous.full

  /// Opens the file for the first time in this process: refuses what is not ours, then brings the schema up to date.
  ///
  /// What is looked at: the checksums of the write-ahead log, that SQLite takes the file for a database (`SQLITE_NOTADB`),
  /// whose application id it carries, which migrations it has had, that the schema can be read, and one path from the
  /// root to a leaf of every table.
  /// `PRAGMA quick_check` reads every page, which takes minutes where a start may take a second.
  ///
  /// - Returns: The connection, and the migrations that were applied.
  func prepare(now: Int64) throws(PersistenceError) -> (connection: Connection, applied: [String]) {
    // Before SQLite sees it: the last connection to go would take what is before the damage for all there is.
    if let damage = WALValidator.damage(inLogOf: path) { throw .damagedLog(path: path, detail: "\(damage)") }
    if vfs == nil { PrivateFile.create(database: path) }
    do {
      let connection = try Connection(path: path, mode: .create, vfs: vfs)
      connection.waitForLocks(milliseconds: checkpoints.patience)
      try identify(connection)
      if vfs == nil { PrivateFile.restrict(database: path) }
      _ = try Schema.migrator.pending(on: connection)
      try configureWriter(connection)
      let applied = try Schema.migrator.migrate(connection, now: now)
      // A process that was killed between the write of a commit and its sync leaves it in the log, where the operating
      // system shows it to the next one until the power goes. Nobody is told of it before it lasts.
      try connection.syncLog()
      for table in Self.tables { _ = try connection.integer("SELECT 1 FROM \(table) LIMIT 1") }
      return (connection, applied)
    } catch let error as SQLiteError {
      throw PersistenceError(error, path: path)
    } catch let error as PersistenceError {
      throw error
    } catch {
      preconditionFailure("neither of the two errors that are thrown above: \(error)")
    }
  }

  /// A connection that writes, to a file that `prepare` has seen.
  func openWriter() throws(SQLiteError) -> Connection {
    let connection = try open()
    try configureWriter(connection)
    _ = try connection.integer("SELECT low_water FROM progress")
    return connection
  }

  func openReader() throws(SQLiteError) -> Connection {
    let connection = try open()
    try connection.run(
      """
      PRAGMA query_only = ON;
      PRAGMA cache_size = -256;
      """)
    return connection
  }

  func openCheckpointer() throws(SQLiteError) -> Connection {
    let connection = try open()
    // It has pages of its own only to read the schema: a checkpoint copies past the cache.
    try connection.run(
      """
      PRAGMA synchronous = \(synchronous.rawValue);
      PRAGMA cache_size = -64;
      """)
    return connection
  }

  private func open() throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, mode: .existing, vfs: vfs)
    connection.waitForLocks(milliseconds: checkpoints.patience)
    return connection
  }

  /// Every figure below is from <https://www.sqlite.org/pragma.html> and <https://www.sqlite.org/wal.html>.
  private func configureWriter(_ connection: Connection) throws(SQLiteError) {
    // synchronous: "In WAL mode when synchronous is NORMAL …, transactions might roll back following a power loss …
    // With synchronous=FULL … the WAL file is synced after each transaction commit". Only then may it be acknowledged.
    // wal_autocheckpoint: a checkpoint inside a commit would be waited for; see Checkpointer.
    // journal_size_limit: what the log file is cut to when it starts again after a burst.
    // The page size stays 4096: a commit writes whole pages, and one change fills less than a tenth of one.
    // trusted_schema: "OFF … all SQL functions … used in the schema must be innocuous".
    try connection.run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = \(synchronous.rawValue);
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 33554432;
      PRAGMA cache_size = -256;
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      """)
    // The pragma above has put SQLite's own hook in the place of the one that counts.
    connection.countLogPages()
    // After a crash the log may be long, and copying it would be waited for at the start.
    try connection.keepLogOnClose()
  }

  private func identify(_ connection: Connection) throws {
    let applicationID = try connection.integer("PRAGMA application_id") ?? 0
    let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard applicationID == Schema.applicationID || applicationID == 0 && objects == 0 else {
      throw PersistenceError.foreignDatabase(path: path, applicationID: applicationID)
    }
  }

  private static let tables = [
    "sessions", "containers", "screens", "changes", "revisions", "progress", "answers", "apps", "timers",
    "webhooks", "deliveries",
  ]
}
