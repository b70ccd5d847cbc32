import Foundation
import Migrations
import SQLiteJournal
import Testing

@Suite("Opening a data folder")
struct RecoveredStateTests {
  @Test("A missing data folder is created with access for its user only")
  func makes() throws {
    try withFolder { parent in
      let directory = parent + "/a/b"
      #expect(try SQLiteJournal.migrate(directory: directory, now: 7) == Migrations.migrations.map(\.name))
      #expect(try SQLiteJournal.migrate(directory: directory, now: 8) == [])
      let attributes = try FileManager.default.attributesOfItem(atPath: directory)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      let connection = try Connection(path: directory + "/navstate.db", mode: .existing)
      #expect(try connection.integer("SELECT max(applied_at) FROM migrations") == 7)
    }
  }

  @Test("The database files are private to their user with any folder permissions and any umask")
  func privateFiles() throws {
    try withFolder { directory in
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
      let former = umask(0)
      defer { umask(former) }
      for file in ["navstate.db", "navstate.db-wal"] {
        // An earlier version created the files with these permissions.
        try Data().write(to: URL(filePath: "\(directory)/\(file)"))
        chmod("\(directory)/\(file)", 0o666)
      }
      let journal = try SQLiteJournal(directory: directory, clock: { 1 })
      defer { #expect(journal.close() == nil) }
      for file in ["navstate.db", "navstate.db-wal", "navstate.db-shm", "navstate.lock"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(file)")
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
      }
    }
  }

  @Test("A data folder that is a file, or lies within one, is rejected")
  func file() throws {
    try withFolder { parent in
      let path = parent + "/file"
      try Data("x".utf8).write(to: URL(filePath: path))
      #expect(throws: PersistenceError.notAFolder(path: path)) { try open(path) }
      #expect(throws: PersistenceError.notAFolder(path: path + "/data")) { try open(path + "/data") }
    }
  }

  @Test("A data folder that cannot be written or created is rejected")
  func unwritable() {
    // Not even root can create files there.
    let error = #expect(throws: PersistenceError.self) { try open("/proc/self") }
    guard case .folderNotWritable(path: "/proc/self", _) = error else { return _ = Issue.record("\(error as Any)") }
    let other = #expect(throws: PersistenceError.self) { try open("/proc/navstate") }
    guard case .folderNotMade(path: "/proc/navstate", _) = other else { return _ = Issue.record("\(other as Any)") }
  }

  @Test("A data folder in use is rejected with the lock file and the process")
  func inUse() async throws {
    try await withJournal { (harness) async throws in
      let error = PersistenceError.inUse(
        lockFile: harness.directory + "/navstate.lock", process: "\(ProcessInfo.processInfo.processIdentifier)")
      #expect(throws: error) { try open(harness.directory) }
      #expect(throws: error) { try SQLiteJournal.migrate(directory: harness.directory, now: 1) }
    }
  }

  @Test("A file that is not a database is rejected and left unchanged")
  func notADatabase() throws {
    try withFolder { directory in
      let file = URL(filePath: directory + "/navstate.db")
      let content = Data(repeating: UInt8(ascii: "x"), count: 5000)
      try content.write(to: file)
      #expect(throws: PersistenceError.notADatabase(path: file.path)) { try open(directory) }
      #expect(try Data(contentsOf: file) == content)
    }
  }

  @Test("The database of another program is rejected and left unchanged")
  func foreign() throws {
    try withFolder { directory in
      let file = directory + "/navstate.db"
      try Connection(path: file, mode: .create).run("CREATE TABLE theirs (x)")
      let content = try Data(contentsOf: URL(filePath: file))
      #expect(throws: PersistenceError.foreignDatabase(path: file, applicationID: 0)) { try open(directory) }
      #expect(try Data(contentsOf: URL(filePath: file)) == content)
    }
  }

  @Test("A database with an unknown or changed migration is rejected")
  func migrations() throws {
    try withFolder { directory in
      _ = try SQLiteJournal.migrate(directory: directory, now: 1)
      let file = directory + "/navstate.db"
      let connection = try Connection(path: file, mode: .existing)
      let known = Migrations.migrations.count
      try connection.run("INSERT INTO migrations VALUES (\(known + 1), 'later', 'x', 1)")
      #expect(throws: PersistenceError.newerSchema(path: file, found: known + 1, known: known)) { try open(directory) }
      try connection.run("DELETE FROM migrations WHERE name = 'later'; UPDATE migrations SET digest = 'x'")
      let error = #expect(throws: PersistenceError.self) { try open(directory) }
      guard case .changedMigration(path: file, _) = error else { return _ = Issue.record("\(error as Any)") }
    }
  }

  @Test("A database with damaged schema, tables or length is rejected and left unchanged", arguments: Damage.allCases)
  func corrupt(_ damage: Damage) throws {
    try withFolder { directory in
      _ = try SQLiteJournal.migrate(directory: directory, now: 1)
      let file = URL(filePath: directory + "/navstate.db")
      var content = try Data(contentsOf: file)
      switch damage {
      case .schema: content.replaceSubrange(100..<4096, with: Data(repeating: 0xAA, count: 3996))
      case .tables: content.replaceSubrange(4096..., with: Data(repeating: 0xAA, count: content.count - 4096))
      case .length: content.removeLast(2 * 4096)
      }
      try content.write(to: file)
      let error = #expect(throws: PersistenceError.self) { try open(directory) }
      guard case .corrupt(path: file.path, _) = error else { return _ = Issue.record("\(error as Any)") }
      #expect(try Data(contentsOf: file) == content)
    }
  }

  enum Damage: CaseIterable {
    case schema
    case tables
    case length
  }

  private func open(_ directory: String) throws {
    _ = try SQLiteJournal(directory: directory, clock: { 1 }).close()
  }
}
