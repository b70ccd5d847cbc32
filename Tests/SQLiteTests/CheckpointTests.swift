import Foundation
import SQLite
import Testing

@Suite("A checkpoint")
struct CheckpointTests {
  @Test("copies the log from its beginning again, once what was copied does not count any more")
  func again() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString).db").path
    defer { for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) } }
    let connection = try Connection(path: path, mode: .create)
    try connection.run("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)")
    try connection.run("INSERT INTO notes VALUES ('kept')")
    #expect(try connection.checkpoint(.passive).copiedPages > 0)
    let copied = try Data(contentsOf: URL(filePath: path))
    #expect(copied.range(of: Data("kept".utf8)) != nil)
    // What a write that never came to the disk leaves there.
    try Data(count: copied.count).write(to: URL(filePath: path))
    try connection.checkpoint(.passive)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(count: copied.count))
    try connection.forgetBackfill()
    try connection.checkpoint(.passive)
    #expect(try Data(contentsOf: URL(filePath: path)) == copied)
  }
}
