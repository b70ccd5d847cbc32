import SQLiteJournal
import Testing

@Suite("Incremental reads of a value")
struct IncrementalBlobTests {
  private let connection: Connection
  private let blob: IncrementalBlob

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
    try connection.run(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, text);
      INSERT INTO notes VALUES (1, 'Grüße'), (2, ''), (3, x'00FF'), (4, 7);
      """)
    blob = IncrementalBlob("text", of: "notes", on: connection)
  }

  @Test("An incremental blob has the length and the bytes of each opened row")
  func ranges() throws {
    #expect(try blob.open(row: 1) == 7)
    #expect(try blob.read(0..<2) + blob.read(2..<7) == Array("Grüße".utf8))
    #expect(try blob.open(row: 2) == 0)
    #expect(try blob.read(0..<0) == [])
    #expect(try blob.open(row: 3) == 2)
    #expect(try blob.read(1..<2) == [255])
  }

  @Test("A closed incremental blob keeps no transaction open")
  func closes() throws {
    _ = try blob.open(row: 1)
    blob.close()
    try connection.run("BEGIN; DROP TABLE notes; COMMIT")
  }

  @Test("Opening a value that is neither text nor blob fails as corrupt")
  func number() throws {
    _ = try blob.open(row: 1)
    let error = #expect(throws: SQLiteError.self) { try blob.open(row: 4) }
    #expect(error?.isCorrupt == true)
    #expect(try blob.open(row: 1) == 7)
  }
}
