import Digest
import Migrations
import SQLite

/// The schema of this program's databases.
enum Schema {
  /// "NavS", set by the first migration.
  static let applicationID: Int64 = 0x4E61_7653

  static let migrator = Migrator(
    migrations.map { name, sql in
      Migration(name: name, sql: String(decoding: sql, as: UTF8.self), digest: SHA256.hash(sql).hexadecimal)
    })
}
