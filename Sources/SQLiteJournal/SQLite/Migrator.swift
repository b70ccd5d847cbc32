/// A step of a schema.
package struct Migration: Equatable, Sendable {
  /// The unique name, such as `0001-journal`.
  package let name: String
  package let sql: String
  /// A hash of the SQL, which detects a file that was changed after it had been applied.
  package let digest: String

  /// Creates a migration.
  package init(name: String, sql: String, digest: String) {
    self.name = name
    self.sql = sql
    self.digest = digest
  }
}

/// Migrates a database to the newest schema, forward only, and records the migrations in the table `migrations`.
package struct Migrator: Sendable {
  /// All migrations in order.
  package let migrations: [Migration]

  /// Creates a migrator with all migrations in order.
  package init(_ migrations: [Migration]) {
    self.migrations = migrations
  }

  /// The migrations that were not applied yet. Writes nothing.
  ///
  /// - Throws: `newerSchema`, `changedMigration`, or an error of SQLite.
  package func pending(on connection: Connection) throws(SQLiteError) -> ArraySlice<Migration> {
    let isRecorded = try connection.integer("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
    guard isRecorded != nil else { return migrations[...] }
    let statement = connection.statement("SELECT number, name, digest FROM migrations ORDER BY number")
    defer { statement.reset() }
    var count = 0
    while try statement.step() {
      guard count < migrations.count else {
        throw .newerSchema(found: Int(try connection.integer("SELECT max(number) FROM migrations") ?? 0), known: count)
      }
      let number = Int(statement.integer(0))
      count += 1
      guard number == count else { throw .corrupt("migration \(count) is not recorded; the next one is \(number)") }
      let (name, digest, known) = (statement.text(1), statement.text(2), migrations[number - 1])
      guard name == known.name, digest == known.digest else {
        let names = ("\(name) (\(digest.prefix(12)))", "\(known.name) (\(known.digest.prefix(12)))")
        throw .changedMigration(number: number, recorded: names.0, known: names.1)
      }
    }
    return migrations[count...]
  }

  /// Applies the pending migrations, each in a transaction with its record.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: The names of the applied migrations.
  package func migrate(_ connection: Connection, now: Int64) throws(SQLiteError) -> [String] {
    let pending = try pending(on: connection)
    for (position, migration) in zip(pending.indices, pending) {
      try connection.transaction { () throws(SQLiteError) in
        try connection.run(Self.table)
        try connection.run(migration.sql)
        let record = connection.statement(
          "INSERT INTO migrations (number, name, digest, applied_at) VALUES (?, ?, ?, ?)")
        record.bind(position + 1)
        record.bind(migration.name)
        record.bind(migration.digest)
        record.bind(now)
        try record.run()
      }
    }
    return pending.map(\.name)
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS migrations (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      digest TEXT NOT NULL,
      applied_at INTEGER NOT NULL
    ) STRICT
    """
}
