import Support
import Glibc
import Sessions

extension SQLiteJournal {
  /// All stored versions of all apps, ordered by name and version. Blocks; for the start of the program.
  package func apps() throws(JournalFailure) -> [StoredApp] {
    do throws(SQLiteError) { return try Self.apps(on: database.openReader()) } catch {
      throw JournalFailure(reading: error)
    }
  }

  static func apps(on connection: Connection) throws(SQLiteError) -> [StoredApp] {
    let rows = connection.statement(
      "SELECT name, version, definition, created_at, withdrawn_at FROM apps ORDER BY name, version")
    return try rows.fetchAll { row in
      StoredApp(
        name: row.text(0), version: Int(row.integer(1)), definition: row.bytes(2), createdAt: row.moment(3),
        withdrawnAt: row.optionalMoment(4))
    }
  }

  /// The rollouts of all apps. Blocks; for the start of the program.
  package func rollouts() throws(JournalFailure) -> [StoredRollout] {
    do throws(SQLiteError) {
      let rows = try database.openReader().statement("SELECT app, rollout FROM rollouts ORDER BY app")
      return try rows.fetchAll { row in StoredRollout(app: row.text(0), text: row.bytes(1)) }
    } catch {
      throw JournalFailure(reading: error)
    }
  }

  /// The keys of all apps. Blocks; for the start of the program.
  package func appKeys() throws(JournalFailure) -> [StoredAppKey] {
    do throws(SQLiteError) {
      let rows = try database.openReader().statement(
        "SELECT app, name, key_hash, created_at FROM app_keys ORDER BY app, name")
      return try rows.fetchAll { row in
        // A corrupted hash matches no key.
        let hash = [UInt8](hexadecimal: row.text(2)) ?? []
        return StoredAppKey(app: row.text(0), name: row.text(1), hash: hash, createdAt: row.moment(3))
      }
    } catch {
      throw JournalFailure(reading: error)
    }
  }

  /// All operators. Blocks; for the start of the program.
  package func operators() throws(JournalFailure) -> [StoredOperator] {
    do throws(SQLiteError) {
      let rows = try database.openReader().statement(
        "SELECT id, name, token_hash, scopes, apps, created_at, expires_at FROM operators ORDER BY id")
      return try rows.fetchAll { row in
        // A corrupted hash matches no token, and corrupted scopes permit nothing.
        StoredOperator(
          id: row.text(0), name: row.text(1), hash: [UInt8](hexadecimal: row.text(2)) ?? [],
          scopes: OperatorScopes(names: row.text(3).split(separator: " ")) ?? [],
          apps: row.text(4).split(separator: " ").map(String.init), createdAt: row.moment(5),
          expiresAt: row.optionalMoment(6))
      }
    } catch {
      throw JournalFailure(reading: error)
    }
  }

  /// Migrates the database of a data folder without serving it.
  ///
  /// - Parameters:
  ///   - creating: Whether an absent folder and database are created.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The names of the migrations that were applied.
  package static func migrate(directory: String, creating: Bool = true, now: Int64) throws(PersistenceError) -> [String]
  {
    guard creating || access(DataFolder.databasePath(in: directory), F_OK) == 0 else {
      throw .absent(path: DataFolder.databasePath(in: directory))
    }
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
