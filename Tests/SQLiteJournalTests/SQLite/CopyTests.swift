import Foundation
import SQLiteJournal
import Testing

@Suite("Copies of a database")
struct CopyTests {
  private func withDatabases(_ body: (_ source: String, _ target: Connection) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString)").path
    defer {
      for file in [path, path + "-wal", path + "-shm", path + "-copy"] {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
    let source = try Connection(path: path, mode: .create)
    try source.run(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO numbers
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      SELECT i, hex(randomblob(50)) FROM n;
      """)
    try body(path, try Connection(path: path + "-copy", mode: .create))
  }

  @Test("A copy has one state and ends although another connection keeps writing")
  func writes() throws {
    try withDatabases { path, target in
      let (source, writer) = (
        try Connection(path: path, mode: .reading), try Connection(path: path, mode: .existing)
      )
      try source.run("BEGIN")
      #expect(try source.integer("SELECT count(*) FROM numbers") == 2_000)
      var writes = 0
      let isWhole = try source.copy(into: target, pages: 1) {
        writes += 1
        do {
          try writer.run("DELETE FROM numbers WHERE number = (SELECT min(number) FROM numbers)")
          try writer.run("INSERT INTO numbers (text) VALUES (hex(randomblob(500)))")
          return true
        } catch {
          return false
        }
      }
      #expect(isWhole)
      #expect(writes > 50)
      #expect(try target.integer("SELECT count(*) FROM numbers WHERE number BETWEEN 1 AND 2000") == 2_000)
      #expect(try target.integer("SELECT max(number) FROM numbers") == 2_000)
      #expect(try writer.integer("SELECT max(number) FROM numbers") == Int64(2_000 + writes))
    }
  }

  @Test("A copy ends early and returns false when its callback returns false")
  func stops() throws {
    try withDatabases { path, target in
      let source = try Connection(path: path, mode: .reading)
      try source.run("BEGIN")
      #expect(try source.copy(into: target, pages: 1) { false } == false)
      #expect(try source.copy(into: target, pages: 1_000_000) { false })
    }
  }

  @Test("A connection that is opened for reading cannot write")
  func reading() throws {
    try withDatabases { path, _ in
      let source = try Connection(path: path, mode: .reading)
      #expect(throws: SQLiteError.self) { try source.run("DELETE FROM numbers") }
      #expect(try source.integer("SELECT count(*) FROM numbers") == 2_000)
    }
  }
}
