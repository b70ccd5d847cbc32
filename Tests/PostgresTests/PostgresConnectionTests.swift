import Postgres
import PostgresTesting
import Testing

@Suite("A connection to PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"))
struct PostgresConnectionTests {
  private let database: TestDatabase
  private let connection: PostgresConnection

  init() throws {
    database = try TestDatabase()
    connection = try database.connect()
  }

  @Test func `A row has the values of all parameter types`() throws {
    var parameters = PostgresParameters()
    parameters.append(Int64.min)
    parameters.append("ä\u{1F600}")
    parameters.append([UInt8](0...255))
    parameters.append(high: 1 << 63, low: 5)
    parameters.append(Int16(-2))
    parameters.append(true)
    parameters.appendNull()
    parameters.append("")
    let statement = PostgresStatement(
      "types", "SELECT $1::int8, $2::text, $3::bytea, $4::uuid, $5::int2, $6::bool, $7::text, $8::text")
    let row = try #require(try connection.run(statement, parameters).first)
    #expect(row.integer(0) == .min)
    #expect(row.text(1) == "ä\u{1F600}")
    #expect(row.bytes(2) == [UInt8](0...255))
    #expect(row.uuid(3)?.high == 1 << 63)
    #expect(row.uuid(3)?.low == 5)
    #expect(row.integer(4) == -2)
    #expect(row.bool(5))
    #expect(row.isNull(6))
    #expect(row.optionalText(7) == "")
  }

  @Test func `An array keeps its order, its NULLs and its emptiness`() throws {
    var parameters = PostgresParameters()
    parameters.append(int8s: [3, nil, -1] as [Int64?])
    parameters.append(texts: [String]())
    parameters.append(byteas: [[0], []] as [[UInt8]])
    let statement = PostgresStatement(
      "arrays",
      """
      SELECT array_to_string($1::int8[], ',', '-'), cardinality($2::text[]), octet_length(($3::bytea[])[1]),
        octet_length(($3::bytea[])[2])
      """)
    let row = try #require(try connection.run(statement, parameters).first)
    #expect(row.text(0) == "3,-,-1")
    #expect(row.integer(1) == 0)
    #expect(row.integer(2) == 1)
    #expect(row.integer(3) == 0)
  }

  @Test func `A pipeline is one transaction: after an error nothing of it is written`() throws {
    let create = PostgresStatement("create", "CREATE TABLE t (n int8 PRIMARY KEY)")
    try connection.run(create)
    let insert = PostgresStatement("insert", "INSERT INTO t VALUES ($1::int8)")
    let twice = [1, 2, 1].map { PostgresCommand(insert, integer($0)) }
    let error = #expect(throws: PostgresError.self) { try connection.run(twice) }
    #expect(error?.sqlState == "23505")
    #expect(error?.endsConnection == false)
    let results = try connection.run([3, 4].map { PostgresCommand(insert, integer($0)) })
    #expect(results.map(\.affectedRows) == [1, 1])
    #expect(try connection.run(PostgresStatement("count", "SELECT count(*) FROM t")).first?.integer(0) == 2)
  }

  @Test func `An error of the commit itself is thrown`() throws {
    try connection.run(
      PostgresStatement(
        "deferred", "CREATE TABLE d (n int8 UNIQUE DEFERRABLE INITIALLY DEFERRED)"))
    let insert = PostgresStatement("insertDeferred", "INSERT INTO d VALUES (1), (1)")
    let error = #expect(throws: PostgresError.self) { try connection.run(insert) }
    #expect(error?.sqlState == "23505")
    #expect(try connection.run(PostgresStatement("one", "SELECT 1::int8")).first?.integer(0) == 1)
  }

  @Test func `More commands and results than fit into the buffers of the sockets do not block`() throws {
    let echo = PostgresStatement("echo", "SELECT $1::bytea")
    var parameters = PostgresParameters()
    parameters.append([UInt8](repeating: 7, count: 100_000))
    let results = try connection.run((0..<200).map { _ in PostgresCommand(echo, parameters) })
    #expect(results.allSatisfy { $0.first?.bytes(0).count == 100_000 })
  }

  @Test func `A connection that the server ends is lost`() throws {
    let own = try #require(
      try connection.run(PostgresStatement("pid", "SELECT pg_backend_pid()::int8")).first?.integer(0))
    let other = try database.connect()
    try other.run(PostgresStatement("end", "SELECT pg_terminate_backend($1::int8::int4)"), integer(own))
    let error = #expect(throws: PostgresError.self) { try connection.run(PostgresStatement("one", "SELECT 1")) }
    #expect(error?.endsConnection == true)
  }

  @Test func `A notification arrives at a listening connection`() throws {
    try connection.run(PostgresStatement("listen", "LISTEN c"))
    try connection.run(PostgresStatement("notify", "SELECT pg_notify('c', 'hello')"))
    let notifications = try connection.takeNotifications()
    #expect(notifications == [PostgresNotification(channel: "c", payload: "hello")])
  }

  @Test func `A warning is collected with its code`() throws {
    try connection.run(
      PostgresStatement("warn", "DO $$ BEGIN RAISE WARNING 'careful' USING ERRCODE = '01000'; END $$"))
    let notices = connection.takeNotices()
    #expect(notices == [PostgresNotice(severity: "WARNING", sqlState: "01000", message: "careful")])
    #expect(notices[0].leavesCommitUnconfirmed)
    #expect(connection.takeNotices().isEmpty)
  }

  @Test func `Settings apply to the connection, and statements run without preparation`() throws {
    let connection = try database.connect(settings: [("lock_timeout", "2s"), ("search_path", "a, b")])
    connection.preparesStatements = false
    let row = try connection.run(
      PostgresStatement("settings", "SELECT current_setting('lock_timeout'), current_setting('search_path')")
    ).first
    #expect(row?.text(0) == "2s")
    #expect(row?.text(1) == "a, b")
  }

  private func integer(_ value: Int64) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(value)
    return parameters
  }
}
