import Foundation
import SQLiteJournal
import Testing

@Suite("Checkpoints")
struct CheckpointTests {
  @Test("A checkpoint copies the whole log again after the record of copied pages was cleared")
  func again() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString).db").path
    defer { for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) } }
    let connection = try Connection(path: path, mode: .create)
    try connection.run("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)")
    try connection.run("INSERT INTO notes VALUES ('kept')")
    #expect(try connection.checkpoint(.passive).copiedPages > 0)
    let copied = try Data(contentsOf: URL(filePath: path))
    #expect(copied.range(of: Data("kept".utf8)) != nil)
    // A write that did not reach the disk leaves zeros.
    try Data(count: copied.count).write(to: URL(filePath: path))
    try connection.checkpoint(.passive)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(count: copied.count))
    try connection.forgetBackfill()
    try connection.checkpoint(.passive)
    #expect(try Data(contentsOf: URL(filePath: path)) == copied)
  }
}
