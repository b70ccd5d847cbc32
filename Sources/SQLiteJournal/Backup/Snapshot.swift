import Glibc

/// A read transaction on a database that other connections may write to. Backups and checks read from it.
///
/// Never writes to the file. While it is open, the write-ahead log cannot restart from its beginning.
final class Snapshot {
  let path: String
  let connection: Connection
  let vfs: String?

  /// Opens a database file.
  ///
  /// - Parameter vfs: The name of an SQLite VFS; nil for the operating system's files.
  /// - Throws: `SnapshotError` if the file is not a database of this program.
  init(path: String, vfs: String? = nil) throws(SnapshotError) {
    // SQLite would report only that it cannot open the file.
    guard access(path, F_OK) == 0 else { throw .absent(path: path) }
    self.path = path
    self.vfs = vfs
    connection = try Self.reading(path) { () throws(SQLiteError) in
      let connection = try Connection(path: path, mode: .reading, vfs: vfs)
      connection.waitForLocks(milliseconds: 1_000)
      try connection.run("BEGIN")
      return connection
    }
    let (objects, applicationID) = try read { (connection) throws(SQLiteError) in
      // The first statement that reads fixes the snapshot.
      let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      return (objects, try connection.integer("PRAGMA application_id") ?? 0)
    }
    guard objects > 0 else { throw .empty(path: path) }
    guard applicationID == Schema.applicationID else { throw .foreign(path: path, applicationID: applicationID) }
    _ = try pendingMigrations()
  }

  /// The names of the migrations that were not applied yet.
  func pendingMigrations() throws(SnapshotError) -> [String] {
    try read { (connection) throws(SQLiteError) in try Schema.migrator.pending(on: connection).map(\.name) }
  }

  /// The faults of the file, one a line, mostly in SQLite's words. Reads the whole file.
  ///
  /// Compares the content of the tables with the schema, and the indices with the tables. Also finds rows of missing
  /// sessions, for which the schema has no foreign keys.
  ///
  /// - Parameter limit: The maximum number of faults.
  func faults(atMost limit: Int = 10) throws(SnapshotError) -> [String] {
    let damage = logDamage()
    return try read { (connection) throws(SQLiteError) in
      var faults = damage.map { ["\($0)"] } ?? []
      do throws(SQLiteError) {
        try addFaults(to: &faults, atMost: limit, on: connection)
      } catch {
        // The check itself met the corruption. The sessions are still checked: it may affect only some of them.
        guard error.isCorrupt else { throw error }
        faults.append(error.description)
      }
      return faults
    }
  }

  private func addFaults(to faults: inout [String], atMost limit: Int, on connection: Connection) throws(SQLiteError) {
    let row = connection.statement("PRAGMA integrity_check(\(limit))")
    defer { row.reset() }
    // A row may have several lines; the first names the database.
    while try row.step() {
      faults += row.text(0).split(separator: "\n").map(String.init).filter { $0 != "ok" && !$0.hasPrefix("***") }
    }
    // The remaining queries are not reliable on a corrupted database.
    guard faults.isEmpty else { return faults = Array(faults.prefix(limit)) }
    let foreign = connection.statement("PRAGMA foreign_key_check")
    defer { foreign.reset() }
    while faults.count < limit, try foreign.step() { faults.append("a row of \(foreign.text(0)) has no parent row") }
    for table in ["timers", "calls"] {
      let sql = "SELECT count(*) FROM \(table) WHERE session NOT IN (SELECT id FROM session_rows)"
      let lost = try connection.integer(sql) ?? 0
      if lost > 0 { faults.append("\(lost) rows of \(table) belong to missing sessions") }
    }
  }

  /// Checked twice: a server that restarts the log during the first check makes a sound log look damaged.
  private func logDamage() -> WALValidator? {
    WALValidator.damage(inLogOf: path).flatMap { _ in WALValidator.damage(inLogOf: path) }
  }

  func read<Value>(_ body: (Connection) throws(SQLiteError) -> Value) throws(SnapshotError) -> Value {
    try Self.reading(path) { () throws(SQLiteError) in try body(connection) }
  }

  private static func reading<Value>(
    _ path: String, _ body: () throws(SQLiteError) -> Value
  ) throws(SnapshotError) -> Value {
    do throws(SQLiteError) { return try body() } catch { throw SnapshotError(error, path: path) }
  }
}
