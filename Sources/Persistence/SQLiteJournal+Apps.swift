import SQLite
import Sessions

extension SQLiteJournal {
  /// Every version of every app that was stored, by name and version. Blocks: for the start of the program.
  package func apps() throws(JournalFailure) -> [StoredApp] {
    do throws(SQLiteError) {
      let row = try database.openReader().statement(
        "SELECT name, version, definition, created_at, withdrawn_at FROM apps ORDER BY name, version")
      defer { row.reset() }
      var apps: [StoredApp] = []
      while try row.step() {
        apps.append(
          StoredApp(
            name: row.text(0), version: Int(row.integer(1)), definition: row.bytes(2), createdAt: row.integer(3),
            withdrawnAt: row.isNull(4) ? nil : row.integer(4)))
      }
      return apps
    } catch {
      throw JournalFailure(reading: error)
    }
  }

  /// Brings the schema of a folder's database to the newest without serving it; makes both if they are absent.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: The names of the migrations that were applied.
  package static func migrate(directory: String, now: Int64) throws(PersistenceError) -> [String] {
    let folder = try DataFolder(directory)
    return try withExtendedLifetime(folder) { () throws(PersistenceError) in
      let (connection, applied) = try Database(path: folder.databasePath, vfs: nil).prepare(now: now)
      do throws(SQLiteError) {
        try connection.checkpoint(.truncate)
      } catch {
        throw PersistenceError(error, path: folder.databasePath)
      }
      return applied
    }
  }
}
