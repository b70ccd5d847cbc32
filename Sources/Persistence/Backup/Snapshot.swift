import Glibc
import SQLite

/// One state of a database, which others may go on writing: what backups are made of and what is checked.
///
/// Never writes the file. While it lives, the write-ahead log cannot start again from its beginning.
final class Snapshot {
  let path: String
  let connection: Connection
  let vfs: String?

  /// Opens a file and refuses what is not ours.
  ///
  /// - Parameter vfs: nil: the system's files.
  init(path: String, vfs: String? = nil) throws(SnapshotError) {
    // SQLite would say that it is unable to open it, and not why.
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
      // The first statement that reads is where the state is taken.
      let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      return (objects, try connection.integer("PRAGMA application_id") ?? 0)
    }
    guard objects > 0 else { throw .empty(path: path) }
    guard applicationID == Schema.applicationID else { throw .foreign(path: path, applicationID: applicationID) }
    _ = try pendingMigrations()
  }

  /// The migrations that it has not had.
  func pendingMigrations() throws(SnapshotError) -> [String] {
    try read { (connection) throws(SQLiteError) in try Schema.migrator.pending(on: connection).map(\.name) }
  }

  /// What is wrong with the file itself, in SQLite's words, each in a line; at most so many. Reads all of it.
  ///
  /// What is in the tables is compared with the schema, the indices with the tables; rows that belong to no session are
  /// found, which the schema has no foreign keys for.
  func faults(atMost limit: Int = 10) throws(SnapshotError) -> [String] {
    let damage = logDamage()
    return try read { (connection) throws(SQLiteError) in
      var faults = damage.map { ["\($0)"] } ?? []
      do throws(SQLiteError) {
        try addFaults(to: &faults, atMost: limit, on: connection)
      } catch {
        // The check itself has come upon it. The sessions are looked at all the same: it may be of some of them only.
        guard error.isCorrupt else { throw error }
        faults.append(error.description)
      }
      return faults
    }
  }

  private func addFaults(
    to faults: inout [String], atMost limit: Int, on connection: Connection
  ) throws(SQLiteError) {
    let row = connection.statement("PRAGMA integrity_check(\(limit))")
    defer { row.reset() }
    // A row may be several lines, of which the first names the database.
    while try row.step() {
      faults += row.text(0).split(separator: "\n").map(String.init).filter { $0 != "ok" && !$0.hasPrefix("***") }
    }
    // What is broken need not be looked through.
    guard faults.isEmpty else { return faults = Array(faults.prefix(limit)) }
    let foreign = connection.statement("PRAGMA foreign_key_check")
    defer { foreign.reset() }
    while faults.count < limit, try foreign.step() { faults.append("a row of \(foreign.text(0)) refers to none") }
    for table in ["containers", "screens", "timers"] {
      let lost =
        try connection.integer(
          "SELECT count(*) FROM \(table) WHERE session NOT IN (SELECT id FROM sessions)") ?? 0
      if lost > 0 { faults.append("\(lost) rows of \(table) are of sessions that are not there") }
    }
  }

  /// A server that began the log again meanwhile makes a sound one look damaged, but not twice.
  private func logDamage() -> WALValidator? {
    WALValidator.damage(inLogOf: path).flatMap { _ in WALValidator.damage(inLogOf: path) }
  }

  func read<Value>(
    _ body: (Connection) throws(SQLiteError) -> Value
  ) throws(SnapshotError) -> Value {
    try Self.reading(path) { () throws(SQLiteError) in try body(connection) }
  }

  private static func reading<Value>(
    _ path: String, _ body: () throws(SQLiteError) -> Value
  ) throws(SnapshotError) -> Value {
    do throws(SQLiteError) { return try body() } catch { throw SnapshotError(error, path: path) }
  }
}
