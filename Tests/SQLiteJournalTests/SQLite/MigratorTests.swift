import SQLiteJournal
import Testing

@Suite("The migrator")
struct MigratorTests {
  private let connection: Connection
  private let first = Migration(name: "0001-a", sql: "CREATE TABLE a (x) ; INSERT INTO a VALUES (1)", digest: "d1")
  private let second = Migration(name: "0002-b", sql: "CREATE TABLE b (x)", digest: "d2")

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
  }

  @Test("Pending migrations are applied once, in order")
  func applies() throws {
    #expect(try Migrator([first]).migrate(connection, now: 1) == ["0001-a"])
    #expect(try Migrator([first, second]).pending(on: connection) == [second])
    #expect(try Migrator([first, second]).migrate(connection, now: 2) == ["0002-b"])
    #expect(try Migrator([first, second]).migrate(connection, now: 3) == [])
    #expect(try connection.integer("SELECT count(*) FROM a") == 1)
    #expect(try connection.integer("SELECT sum(applied_at) FROM migrations") == 3)
  }

  @Test("Finding the pending migrations of an empty database writes nothing")
  func pendingWritesNothing() throws {
    #expect(try Migrator([first]).pending(on: connection) == [first])
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("A migration that fails is rolled back, and the next attempt continues with it")
  func halfWay() throws {
    let broken = Migration(name: "0002-b", sql: "CREATE TABLE b (x); CREATE TABLE a (x)", digest: "broken")
    #expect(throws: SQLiteError.self) { try Migrator([first, broken]).migrate(connection, now: 1) }
    #expect(try connection.integer("SELECT max(number) FROM migrations") == 1)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
    #expect(try Migrator([first, second]).migrate(connection, now: 2) == ["0002-b"])
  }

  @Test("A record of migrations with an invalid number is rejected", arguments: [Int64.min, -1, 0, 2])
  func damagedNumber(number: Int64) throws {
    _ = try Migrator([first, second]).migrate(connection, now: 1)
    try connection.run("UPDATE migrations SET number = \(number + (number == 2 ? 2 : 0)) WHERE number = 1")
    let error = #expect(throws: SQLiteError.self) { try Migrator([first, second]).pending(on: connection) }
    #expect(error?.isCorrupt == true || number == 2, "\(error as Any)")
  }

  @Test("A database with more migrations than are known is rejected")
  func newer() throws {
    _ = try Migrator([first, second]).migrate(connection, now: 1)
    #expect(throws: SQLiteError.newerSchema(found: 2, known: 1)) { try Migrator([first]).migrate(connection, now: 2) }
  }

  @Test("A migration that was changed after it was applied is rejected")
  func changed() throws {
    _ = try Migrator([first]).migrate(connection, now: 1)
    let other = Migration(name: "0001-a", sql: "CREATE TABLE a (y)", digest: "other")
    #expect(throws: SQLiteError.changedMigration(number: 1, recorded: "0001-a (d1)", known: "0001-a (other)")) {
      try Migrator([other, second]).migrate(connection, now: 2)
    }
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
  }

  @Test("A database whose first migration is another one is not taken for a newer one")
  func otherBeginning() throws {
    _ = try Migrator([first, second]).migrate(connection, now: 1)
    let other = Migration(name: "0001-schema", sql: "CREATE TABLE a (y)", digest: "other")
    #expect(throws: SQLiteError.changedMigration(number: 1, recorded: "0001-a (d1)", known: "0001-schema (other)")) {
      try Migrator([other]).migrate(connection, now: 2)
    }
  }
}
