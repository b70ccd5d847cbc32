import Foundation
import Migrations
@testable import SQLiteJournal
import Sessions
import Testing

@Suite("Restoring a backup")
struct RestoringTests {
  /// Creates a backup of a folder with some sessions, and returns its path.
  private func backup(of sessions: Int, as name: String, in folder: String) async throws -> String {
    let (directory, file) = (temporaryPath(), folder + "/" + name)
    try await withJournal(in: directory) { (harness) async throws in
      for _ in 0..<sessions { #expect(await harness.journal.create(Owner()) == nil) }
      #expect(try BackupFile.make(of: directory + "/navstate.db", as: file) > 0)
    }
    return file
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = temporaryPath()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  private func sessions(in path: String) throws -> Int64? {
    try Connection(path: path, mode: .reading).integer("SELECT count(*) FROM session_rows")
  }

  private func restore(_ file: String, into folder: String, replacing: Bool = false) throws -> String? {
    let restoring = try Restoring(file, into: folder, replacing: replacing, now: 7)
    #expect(try restoring.check(now: 7).faults() == [])
    return try restoring.finish(now: 7)
  }

  @Test("Restoring creates a folder that a journal opens")
  func newFolder() async throws {
    try await withFolder { folder in
      let file = try await backup(of: 3, as: "backup", in: folder)
      #expect(try restore(file, into: folder + "/a/data") == nil)
      #expect(try sessions(in: folder + "/a/data/navstate.db") == 3)
      try await withJournal(in: folder + "/a/data") { #expect($0.journal.behind == []) }
    }
  }

  @Test("Restoring replaces a database only when requested, and keeps the former one with its log")
  func replaces() async throws {
    try await withFolder { folder in
      let file = try await backup(of: 3, as: "backup", in: folder)
      try await withJournal { (harness) async throws in
        #expect(await harness.journal.create(Owner()) == nil)
        let data = try harness.crashed()
        defer { try? FileManager.default.removeItem(atPath: data) }
        #expect(throws: RestoringError.hasDatabase(path: data + "/navstate.db")) { try restore(file, into: data) }
        #expect(try sessions(in: data + "/navstate.db") == 1)
        #expect(try restore(file, into: data, replacing: true) == data + "/navstate.db.replaced-7")
        #expect(try sessions(in: data + "/navstate.db") == 3)
        #expect(try sessions(in: data + "/navstate.db.replaced-7") == 1)
      }
    }
  }

  @Test(
    "The next start completes a replacement that was interrupted, with or without the former log",
    arguments: [false, true])
  func interruptedReplacement(hasLog: Bool) async throws {
    try await withFolder { folder in
      let file = try await backup(of: 3, as: "backup", in: folder)
      try await withJournal { (harness) async throws in
        #expect(await harness.journal.create(Owner()) == nil)
        let data = try harness.crashed()
        defer { try? FileManager.default.removeItem(atPath: data) }
        try FileManager.default.copyItem(atPath: file, toPath: data + "/navstate.db.restored")
        if !hasLog { try FileManager.default.removeItem(atPath: data + "/navstate.db-wal") }
        try await withJournal(in: data) { (_) async throws in
          #expect(try sessions(in: data + "/navstate.db") == 3)
          #expect(!FileManager.default.fileExists(atPath: data + "/navstate.db.restored"))
        }
      }
    }
  }

  @Test("A database whose log cannot be read is kept with it")
  func damagedLog() async throws {
    try await withFolder { folder in
      let file = try await backup(of: 3, as: "backup", in: folder)
      let data = folder + "/data"
      _ = try restore(file, into: data)
      let (database, log) = (Data(repeating: 0x78, count: 9_000), Data(repeating: 0x79, count: 5_000))
      try database.write(to: URL(filePath: data + "/navstate.db"))
      try log.write(to: URL(filePath: data + "/navstate.db-wal"))
      #expect(try restore(file, into: data, replacing: true) == data + "/navstate.db.replaced-7")
      #expect(try Data(contentsOf: URL(filePath: data + "/navstate.db.replaced-7")) == database)
      #expect(try Data(contentsOf: URL(filePath: data + "/navstate.db.replaced-7-wal")) == log)
      #expect(try sessions(in: data + "/navstate.db") == 3)
    }
  }

  @Test("Restoring into a folder in use fails, even when it may replace the database")
  func locked() async throws {
    try await withFolder { folder in
      let file = try await backup(of: 1, as: "backup", in: folder)
      try await withJournal { (harness) async throws in
        #expect(throws: PersistenceError.self) { try restore(file, into: harness.directory, replacing: true) }
      }
    }
  }

  @Test("An unfinished restore leaves the folder unchanged")
  func interrupted() async throws {
    try await withFolder { folder in
      let file = try await backup(of: 3, as: "backup", in: folder)
      let data = folder + "/data"
      _ = try restore(file, into: data)
      let before = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
      _ = try Restoring(file, into: data, replacing: true, now: 8)
      #expect(try FileManager.default.contentsOfDirectory(atPath: data).sorted() == before)
    }
  }

  @Test("Restoring rejects a file that is not an intact backup, and creates no folder")
  func unsound() async throws {
    try await withFolder { folder in
      let good = try Data(contentsOf: URL(filePath: try await backup(of: 300, as: "backup", in: folder)))
      let file = folder + "/bad"
      func expectRefusal(_ content: Data, _ says: String) throws {
        try content.write(to: URL(filePath: file))
        let error = #expect(throws: SnapshotError.self) { try restore(file, into: folder + "/data") }
        #expect(error?.description.contains(says) == true, "\(says): \(String(describing: error))")
        #expect(error?.description.contains("\n") == false)
        #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
      }
      try expectRefusal(Data(), "empty database")
      try expectRefusal(Data(repeating: 0x78, count: 9_000), "not a database")
      try expectRefusal(good.prefix(good.count / 2), "damaged")
      try expectRefusal(good.dropLast(4_096), "damaged")
      var torn = good
      torn.replaceSubrange(good.count - 8_192..<good.count - 4_096, with: Data(repeating: 0xAA, count: 4_096))
      try expectRefusal(torn, "damaged")
      try FileManager.default.removeItem(atPath: file)
      try Connection(path: file, mode: .create).run("CREATE TABLE theirs (a)")
      try expectRefusal(try Data(contentsOf: URL(filePath: file)), "another program")
      try good.write(to: URL(filePath: file))
      try Connection(path: file, mode: .existing).run("INSERT INTO migrations VALUES (99, 'later', 'x', 1)")
      try expectRefusal(try Data(contentsOf: URL(filePath: file)), "newer program")
      #expect(throws: SnapshotError.absent(path: folder + "/none")) { try restore(folder + "/none", into: folder) }
    }
  }
}
