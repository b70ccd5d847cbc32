/// The path of the database and the configuration of its connections.
struct Database: Sendable {
  let path: String
  /// The name of an SQLite VFS; nil for the operating system's files.
  let vfs: String?
  var checkpoints = Checkpoints.own
  var synchronous = Synchronous.full
  /// Opens a file past the system's cache; nil: it does not exist, or cannot be read so.
  var openDiskFile: @Sendable (String) throws(SQLiteError) -> (any DiskFile)? = DirectFile.open

  /// Opens the file for the first time in this process, validates it and migrates its schema.
  ///
  /// The validation covers the checksums of the write-ahead log, the file format (`SQLITE_NOTADB`), the application id,
  /// the applied migrations, the schema, and one path from the root to a leaf of every table. `PRAGMA quick_check`
  /// reads every page, which takes minutes where a start may take a second.
  ///
  /// A process that was killed between the write and the sync of a commit leaves the commit in the log. The operating
  /// system shows it to this process, but a power loss would drop it: a sync makes it durable before a client sees it. A
  /// commit whose sync has failed stays in the cache only, and no sync brings it to the disk. It was never acknowledged,
  /// and the log continues without it.
  ///
  /// - Returns: The connection, and the names of the migrations that were applied.
  func prepare(now: Int64) throws(PersistenceError) -> (connection: Connection, applied: [String]) {
    if let prepared = try prepareIfLogIsStored(now: now) { return prepared }
    do throws(SQLiteError) { try restoreLog() } catch { throw PersistenceError(error, path: path) }
    guard let prepared = try prepareIfLogIsStored(now: now) else { throw .unstoredLog(path: path) }
    return prepared
  }

  /// - Returns: nil if the system shows a log that is not on the disk.
  private func prepareIfLogIsStored(
    now: Int64
  ) throws(PersistenceError) -> (connection: Connection, applied: [String])? {
    // Before SQLite opens it: the last connection to close would drop all frames after the corruption.
    if let damage = WALValidator.damage(inLogOf: path) { throw .damagedLog(path: path, detail: "\(damage)") }
    if vfs == nil { PrivateFile.create(database: path) }
    do {
      let connection = try Connection(path: path, mode: .create, vfs: vfs)
      connection.waitForLocks(milliseconds: checkpoints.lockTimeout)
      try identify(connection)
      if vfs == nil { PrivateFile.restrict(database: path) }
      _ = try Schema.migrator.pending(on: connection)
      try configureWriter(connection)
      // Before the first transaction.
      guard try confirmLog(on: connection) else { return nil }
      let applied = try Schema.migrator.migrate(connection, now: now)
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

  /// Opens a connection that writes. `prepare` must have validated the file.
  func openWriter() throws(SQLiteError) -> Connection {
    let connection = try open()
    try configureWriter(connection)
    _ = try connection.integer("SELECT low_water FROM progress")
    return connection
  }

  /// Opens a read-only connection.
  func openReader() throws(SQLiteError) -> Connection {
    let connection = try open()
    try connection.run(
      """
      PRAGMA query_only = ON;
      PRAGMA cache_size = -256;
      """)
    return connection
  }

  /// Opens a connection for checkpoints.
  func openCheckpointer() throws(SQLiteError) -> Connection {
    let connection = try open()
    // A checkpoint bypasses the cache, which only holds the pages of the schema.
    try connection.run(
      """
      PRAGMA synchronous = \(synchronous.rawValue);
      PRAGMA cache_size = -64;
      """)
    return connection
  }

  private func open() throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, mode: .existing, vfs: vfs)
    connection.waitForLocks(milliseconds: checkpoints.lockTimeout)
    return connection
  }

  /// The settings follow <https://www.sqlite.org/pragma.html> and <https://www.sqlite.org/wal.html>.
  private func configureWriter(_ connection: Connection) throws(SQLiteError) {
    // synchronous: "In WAL mode when synchronous is NORMAL …, transactions might roll back following a power loss …
    // With synchronous=FULL … the WAL file is synced after each transaction commit". An acknowledged change needs FULL.
    // wal_autocheckpoint: a checkpoint inside a commit would delay it; see Checkpointer.
    // journal_size_limit: the size to which the log file is truncated when it restarts after a burst.
    // The page size stays 4096: a commit writes whole pages, and one change fills less than a tenth of one.
    // cache_size: random keys touch a page of each index; a smaller cache reads most of them again for each creation.
    // secure_delete: "When on, SQLite overwrites deleted content with zeros", so that a deleted session leaves no text in
    // the file.
    // trusted_schema: "OFF … all SQL functions … used in the schema must be innocuous".
    try connection.run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = \(synchronous.rawValue);
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 33554432;
      PRAGMA cache_size = \(Self.writerCacheSize);
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      PRAGMA secure_delete = ON;
      """)
    // The pragma wal_autocheckpoint replaces the hook that counts the pages.
    connection.countLogPages()
    // After a crash the log may be long, and copying it would delay the start.
    try connection.keepLogOnClose()
  }

  /// The cache of the writer: negative, in KiB.
  static let writerCacheSize = -2048

  private func identify(_ connection: Connection) throws {
    let applicationID = try connection.integer("PRAGMA application_id") ?? 0
    let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard applicationID == Schema.applicationID || applicationID == 0 && objects == 0 else {
      throw PersistenceError.foreignDatabase(path: path, applicationID: applicationID)
    }
  }

  private static let tables = [
    "session_rows", "changes", "revisions", "progress", "answers", "apps", "timers", "webhooks", "deliveries",
  ]
}
