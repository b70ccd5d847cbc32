import Migrations
import TestSupport
import Testing

@Suite("The schema on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"))
struct PostgresMigrationsTests {
  @Test func `All migrations apply to an empty database`() throws {
    let connection = try TestDatabase().connect()
    for migration in postgresMigrations { try connection.run(script: String(decoding: migration.sql, as: UTF8.self)) }
  }
}
