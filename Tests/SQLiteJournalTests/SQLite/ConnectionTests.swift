import SQLiteJournal
import Testing

@Suite("Connections and their statements")
struct ConnectionTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
    try connection.run("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, mark BLOB) STRICT")
  }

  @Test("A row has the bound values, byte for byte")
  func roundTrip() throws {
    let insert = connection.statement("INSERT INTO notes (id, text, mark) VALUES (?, ?, ?)")
    insert.bind(Int64.min)
    insert.bind("Grüße\u{0} 🚀")
    insert.bind(blob: [0, 255])
    try insert.run()
    let row = connection.statement("SELECT id, text, mark FROM notes")
    #expect(try row.step())
    #expect(row.integer(0) == .min)
    #expect(row.text(1) == "Grüße\u{0} 🚀")
    #expect(row.bytes(2) == [0, 255])
    #expect(try !row.step())
  }

  @Test("An empty value differs from NULL")
  func emptyAndNull() throws {
    let row = connection.statement("SELECT ?, ?, ?, ?")
    row.bind(text: [])
    row.bind(blob: [])
    row.bind("")
    row.bind(nil as String?)
    #expect(try row.step())
    #expect((0..<4).map { row.isNull($0) } == [false, false, false, true])
    #expect(row.bytes(0).isEmpty)
  }

  @Test("A statement can run again with other values")
  func runAgain() throws {
    let insert = connection.statement("INSERT INTO notes (text) VALUES (?)")
    for text in ["a", "b", "c"] {
      insert.bind(text)
      try insert.run()
    }
    #expect(try connection.integer("SELECT count(DISTINCT text) FROM notes") == 3)
  }

  @Test("An error has the code, the message and the statement")
  func errors() throws {
    let insert = connection.statement("INSERT INTO notes (id, text) VALUES (?, ?)")
    insert.bind(1)
    insert.bindNull()
    let error = #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(
      error
        == .failed(
          code: 1299, message: "NOT NULL constraint failed: notes.text",
          sql: "INSERT INTO notes (id, text) VALUES (?, ?)"))
    #expect(error?.isConstraint == true)
    #expect(error?.leavesConnectionUsable == true)
  }

  @Test("An invalid bind throws at the next step")
  func bindError() throws {
    let select = connection.statement("SELECT ?")
    select.bind(1)
    select.bind(2)
    #expect(throws: SQLiteError.self) { try select.run() }
    select.bind(1)
    try select.run()
  }

  @Test("A statement with invalid SQL throws each time that it runs")
  func syntax() {
    let select = connection.statement("SELEC 1")
    let error = SQLiteError.failed(code: 1, message: "near \"SELEC\": syntax error", sql: "SELEC 1")
    #expect(throws: error) { try select.run() }
    select.bind("a")
    #expect(throws: error) { try select.run() }
  }

  @Test("A transaction that throws is rolled back")
  func rollBack() throws {
    #expect(throws: SQLiteError.self) {
      try connection.transaction { () throws(SQLiteError) in
        try connection.run("INSERT INTO notes (text) VALUES ('a')")
        try connection.run("INSERT INTO nowhere VALUES (1)")
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT count(*) FROM notes") == 0)
  }

  @Test("The error of a database without space is marked as full")
  func full() throws {
    try connection.run("PRAGMA max_page_count = 3")
    let error = #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO notes (text) SELECT hex(zeroblob(100000))")
    }
    #expect(error?.isFull == true)
  }

  @Test("Opening an absent file throws an error with its path")
  func absent() {
    let error = #expect(throws: SQLiteError.self) { try Connection(path: "/nowhere/a.db", mode: .existing) }
    #expect(error?.description.contains("/nowhere/a.db") == true)
  }
}
