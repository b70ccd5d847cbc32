import TestSupport
import Testing

@testable import PostgresJournal

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
    let notifications = try connection.readNotifications()
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

  @Test func `Settings apply to the connection, and without a pooler to its whole session`() throws {
    let connection = try database.connect(settings: [("lock_timeout", "2s"), ("search_path", "a, b")])
    #expect(!connection.isPooled)
    let row = try connection.run(Self.settings).first
    #expect(row?.text(0) == "2s")
    #expect(row?.text(1) == "a, b")
  }

  @Test func `Behind a pooler each transaction has the settings, and statements have no names`() throws {
    let connection = try database.connect(settings: [
      ("lock_timeout", "2s"), ("default_transaction_isolation", "repeatable read"),
      ("default_transaction_read_only", "on"),
    ])
    connection.isPooled = true
    try connection.run(script: "RESET ALL")
    for _ in 0..<2 {
      let row = try connection.run(Self.settings).first
      #expect(row?.text(0) == "2s")
      #expect(row?.text(2) == "repeatable read")
      let error = #expect(throws: PostgresError.self) { try connection.run(PostgresStatement("fail", "SELECT 1 / 0")) }
      // division_by_zero
      #expect(error?.sqlState == "22012")
    }
    let prepared = PostgresStatement("prepared", "SELECT count(*) FROM pg_prepared_statements WHERE name = 'settings'")
    #expect(try connection.run(prepared).first?.integer(0) == 0)
    let error = #expect(throws: PostgresError.self) {
      try connection.run(PostgresStatement("table", "CREATE TABLE t (n int8)"))
    }
    // read_only_sql_transaction
    #expect(error?.sqlState == "25006")
  }

  @Test(arguments: [false, true])
  func `A transaction is committed, or rolled back after an error`(_ isPooled: Bool) throws {
    connection.isPooled = isPooled
    try connection.run(PostgresStatement("create", "CREATE TABLE t (n int8 PRIMARY KEY)"))
    let insert = PostgresStatement("insert", "INSERT INTO t VALUES ($1::int8)")
    func add(_ number: Int64) -> PostgresCommand { PostgresCommand(insert, integer(number)) }
    let count = PostgresStatement("count", "SELECT count(*) FROM t")
    let seen = try connection.withTransaction([add(1)]) { results throws(PostgresError) in
      #expect(results.map(\.affectedRows) == [1])
      let seen = try connection.run(count).first?.integer(0)
      #expect(try connection.commit([add(2)]).map(\.affectedRows) == [1])
      return seen
    }
    #expect(seen == 1)
    // No commit, then an error of the first command, of the body and of the commit.
    _ = try connection.withTransaction([add(3)]) { _ throws(PostgresError) in }
    let bodies: [([PostgresCommand], () throws(PostgresError) -> Void)] = [
      ([add(3), add(1)], {}), ([add(3)], { () throws(PostgresError) in _ = try connection.run([add(1)]) }),
      ([add(3)], { () throws(PostgresError) in _ = try connection.commit([add(4), add(1)]) }),
    ]
    for (first, body) in bodies {
      let error = #expect(throws: PostgresError.self) {
        try connection.withTransaction(first) { _ throws(PostgresError) in try body() }
      }
      #expect(error?.sqlState == "23505")
    }
    #expect(throws: PostgresError.self) { try connection.run([add(5), add(1)]) }
    #expect(try connection.run(count).first?.integer(0) == 2)
  }

  @Test func `A script runs before and after pipelines`() throws {
    try connection.run(script: "CREATE TABLE s (n int8); INSERT INTO s VALUES (1)")
    try connection.run(PostgresStatement("more", "INSERT INTO s VALUES (2)"))
    try connection.run(script: "INSERT INTO s VALUES (3)")
    #expect(try connection.run(PostgresStatement("count", "SELECT count(*) FROM s")).first?.integer(0) == 3)
  }

  private static let settings = PostgresStatement(
    "settings",
    """
    SELECT current_setting('lock_timeout'), current_setting('search_path'), current_setting('transaction_isolation')
    """)

  private func integer(_ value: Int64) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(value)
    return parameters
  }
}
