import Support
import Migrations

/// The schema of this program's databases.
enum Schema {
  /// "NavS", set by the first migration.
  static let applicationID: Int64 = 0x4E61_7653

  static let migrator = Migrator(
    migrations.map { name, sql in
      Migration(name: name, sql: String(decoding: sql, as: UTF8.self), digest: SHA256.hash(sql).hexadecimal)
    })

  /// Makes or drops the index of the sessions that expire when they have not changed for a time. It costs a tenth of a
  /// creation, and only a server that lets such sessions expire reads it.
  static func indexUpdates(_ isNeeded: Bool, on connection: Connection) throws(SQLiteError) {
    try connection.run(
      isNeeded
        ? "CREATE INDEX IF NOT EXISTS sessions_by_update ON session_rows (active_at, id) WHERE expires IS NULL"
        : "DROP INDEX IF EXISTS sessions_by_update")
  }
}
