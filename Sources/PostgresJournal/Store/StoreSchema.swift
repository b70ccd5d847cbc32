import Support
import Migrations

/// The schema of a store: its migrations, and the checks before it is used.
struct StoreSchema {
  private let source: ConnectionSource

  init(_ source: ConnectionSource) {
    self.source = source
  }

  private static let migrations = postgresMigrations.map { name, sql in
    (name: name, sql: String(decoding: sql, as: UTF8.self), digest: SHA256.hash(sql))
  }

  /// Applies the missing migrations in one transaction. Of several programs that do so at once, one does.
  ///
  /// - Returns: The names of the migrations that were applied.
  func migrate() throws(StoreError) -> [String] {
    try prepare()
    let missing = try missing()
    guard !missing.isEmpty else { return [] }
    do throws(PostgresError) {
      let script = missing.map { migration in
        """
        INSERT INTO schema_migrations (name, digest)
        VALUES ('\(migration.name)', decode('\(migration.digest.hexadecimal)', 'hex'));
        \(migration.sql)
        """
      }
      // The row of a migration locks it: a second program waits for the first, and fails on the primary key.
      try run(script.joined(separator: "\n"))
    } catch {
      if error.sqlState == "23505", try self.missing().isEmpty { return [] }
      throw StoreError(error, source.target.description)
    }
    return missing.map(\.name)
  }

  /// Whether nothing has been applied yet.
  func isAbsent() throws(StoreError) -> Bool { try applied().isEmpty }

  /// Makes the table of migrations.
  private func prepare() throws(StoreError) {
    do throws(PostgresError) {
      try run(
        """
        CREATE SCHEMA IF NOT EXISTS navstate;
        CREATE TABLE IF NOT EXISTS schema_migrations (
          name text PRIMARY KEY, digest bytea NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
        """)
    } catch {
      // IF NOT EXISTS does not cover the creation by another program at the same moment, which is as good.
      if error.sqlState == "23505" || error.sqlState == "42P07" || error.sqlState == "42P06" { return try prepare() }
      throw StoreError(error, source.target.description)
    }
  }

  /// Runs statements in one transaction, on a connection of its own.
  private func run(_ script: String) throws(PostgresError) {
    let settings = ConnectionSource.Purpose.migration.settings.map { "SET LOCAL \($0) = '\($1)';" }
    try source.connect(.migration).run(script: "BEGIN;\n\(settings.joined(separator: "\n"))\n\(script)\nCOMMIT;")
  }

  /// Checks the schema and the settings of the server. Writes nothing.
  func check() throws(StoreError) {
    let missing = try missing()
    guard missing.isEmpty else {
      throw .outdated(target: source.target.description, missing: missing.map(\.name))
    }
    let isSafe: Bool
    do throws(PostgresError) {
      let connection = try source.connect(.writer)
      let setting = PostgresStatement("synchronousCommit", "SELECT current_setting('synchronous_commit')")
      isSafe = try connection.run(setting).first?.text(0) != "off"
      try connection.run(
        // Needs the right to change rows, and changes none.
        PostgresStatement("rights", "SELECT 1 FROM session_rows LIMIT 1 FOR UPDATE"))
    } catch {
      throw StoreError(error, source.target.description)
    }
    guard isSafe else {
      throw .unsafe(target: source.target.description, setting: "synchronous_commit", value: "off")
    }
  }

  /// The migrations that the database lacks.
  private func missing() throws(StoreError) -> [(name: String, sql: String, digest: [UInt8])] {
    let applied = try applied()
    let known = Set(Self.migrations.map(\.name))
    let unknown = applied.keys.filter { !known.contains($0) }.sorted()
    if let other = unknown.first, known.isDisjoint(with: applied.keys) {
      throw .changed(target: source.target.description, migration: other)
    }
    guard unknown.isEmpty else { throw .newer(target: source.target.description, unknown: unknown) }
    for migration in Self.migrations {
      guard let digest = applied[migration.name], digest != migration.digest else { continue }
      throw .changed(target: source.target.description, migration: migration.name)
    }
    return Self.migrations.filter { applied[$0.name] == nil }
  }

  private func applied() throws(StoreError) -> [String: [UInt8]] {
    do throws(PostgresError) {
      let result = try source.connect(.reader).run(
        PostgresStatement("applied", "SELECT name, digest FROM schema_migrations"))
      return Dictionary(result.rows.map { ($0.text(0), $0.bytes(1)) }) { first, _ in first }
    } catch {
      // undefined_table: nothing was applied yet.
      if error.sqlState == "42P01" { return [:] }
      throw StoreError(error, source.target.description)
    }
  }
}
