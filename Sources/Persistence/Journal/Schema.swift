import Digest
import Migrations
import SQLite

/// The schema that this program works with.
enum Schema {
  /// "NavS", as the first migration sets it.
  static let applicationID: Int64 = 0x4E61_7653

  static let migrator = Migrator(
    migrations.map { name, sql in
      Migration(name: name, sql: String(decoding: sql, as: UTF8.self), digest: SHA256.hash(sql).hexadecimal)
    })
}
