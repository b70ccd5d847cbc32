import ExampleApps
import Foundation
import Navigation
import SQLiteJournal
import Sessions
import TestSupport
import Testing

@Suite("Backup commands")
struct BackupCommandTests {
  @Test("A backup is made, checked and restored, with and without a running server")
  func roundTrip() throws {
    try withFolder { folder in
      let (data, file) = (folder + "/data", folder + "/backup.db")
      let server = try RunningServer("--data", data)
      #expect(try server.logged()?["message"] == "listening")
      let made = try BuiltProgram.run("backup", file, "--data", data)
      let size = try Data(contentsOf: URL(filePath: file)).count
      #expect(made == .init(status: 0, output: "\(file): \(size) bytes\n", errors: ""))
      let sound = BuiltProgram.Ending(status: 0, output: "0 sessions, 0 damaged\n", errors: "")
      #expect(try BuiltProgram.run("check", "--data", data) == sound)
      #expect(try BuiltProgram.run("check", file, "--hashes") == sound)
      let locked = try BuiltProgram.run("restore", file, "--data", data, "--force")
      #expect(locked.complaint?.contains("locked by process \(server.id)") == true, "\(locked)")
      #expect(try server.stop(SIGTERM)?.status == 0)

      #expect(try BuiltProgram.run("check", "--data=\(data)") == sound)
      let taken = try BuiltProgram.run("restore", file, "--data", data)
      #expect(taken.complaint?.contains("--force") == true, "\(taken)")
      #expect(try BuiltProgram.run("restore", file, "--data", data, "--force").status == 0)
      let other = folder + "/other"
      #expect(
        try BuiltProgram.run("restore", file, environment: ["NAVSTATE_DATA": other])
          == .init(status: 0, output: "\(other)/navstate.db: 0 sessions, 0 damaged\n", errors: ""))
      #expect(try BuiltProgram.run("backup", file, "--data", other).complaint?.contains("already") == true)
    }
  }

  @Test("Backups in a folder are named after their times, and all but the newest are deleted")
  func rotation() throws {
    try withFolder { folder in
      let (data, backups) = (folder + "/data", folder + "/backups")
      let server = try RunningServer("--data", data)
      #expect(try server.logged()?["message"] == "listening")
      try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: false)
      let old = backups + "/navstate-2026-01-02T03-04-05.678Z.db"
      let others = ["navstate-2026-01-02T03-04-05.678Z.db.part", "navstate-2025.db"].map { backups + "/" + $0 }
      for file in others + [old] { try Data().write(to: URL(filePath: file)) }
      let made = try BuiltProgram.run("backup", backups, "--keep", "1", "--data", data)
      let lines = made.output.split(separator: "\n")
      #expect(made.status == 0 && lines.count == 2 && lines.last == "\(old): deleted", "\(made)")
      let names = try FileManager.default.contentsOfDirectory(atPath: backups)
      #expect(names.count == 3 && others.allSatisfy { FileManager.default.fileExists(atPath: $0) })
      #expect(try BuiltProgram.run("backup", backups, "--keep", "0").status == 2)
      #expect(try server.stop(SIGTERM)?.status == 0)
    }
  }

  @Test("A recount finds the counts of flows as the histories have them, and each difference")
  func recount() async throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: data) }
    let clock = ManualClock()
    let journal = try SQLiteJournal(directory: data) { clock.now }
    let catalogue = AppCatalogue(compiled: [Counter.app])
    let environment = SessionEnvironment(journal: journal, now: { clock.now }, limits: SessionLimits())
    let client = SessionClient(SessionRegistry(environment: environment, catalogue: catalogue))
    guard case .created(let id, _, _) = await client.create(Counter.app) else { throw CancellationError() }
    for _ in 0..<2 { _ = await client.send([Action("push", ["route": "counter"])], to: id) }
    #expect(journal.close() == nil)
    let equal = BuiltProgram.Ending(status: 0, output: "sessions: 1; edges: 2 equal, 0 different\n", errors: "")
    #expect(try BuiltProgram.run("recount", "--data", data) == equal)
    try Connection(path: data + "/navstate.db", mode: .existing).run("UPDATE flow_edges SET count = 5 WHERE count = 2")
    let other = try BuiltProgram.run("recount", "--data", data)
    let difference = "counter: counter → counter by push: counted 5, in the histories 2\n"
    #expect(other.status == 1 && other.output.hasPrefix(difference))
    #expect(try BuiltProgram.run("recount", "--data", data + "/none").complaint?.contains("navstate.db") == true)
  }

  @Test("A damaged session is reported, and its backup is restored only with --force")
  func damaged() throws {
    try withFolder { folder in
      try Data().write(to: URL(filePath: folder + "/navstate.db"))
      _ = try BuiltProgram.run("migrate", "--data", folder)
      let file = folder + "/backup.db"
      #expect(try BuiltProgram.run("backup", file, "--data", folder).status == 0)
      try Connection(path: file, mode: .existing).run(
        """
        INSERT INTO session_rows (
          id, app, app_version, revision, created_at, updated_at, active_at, next_id, outputs, data, navigation,
          token_hash)
        VALUES ('s_AAAAAAAAAAAAAAAAAAAAAA', 'counter', 1, 1, 1, 1, 1, 1, 0, 'null', '{}', '')
        """)
      let checked = try BuiltProgram.run("check", file)
      #expect(checked.status == 1)
      #expect(checked.output == "1 session, 1 damaged\n")
      let fault = "the snapshot's navigation: A container cannot be read from {}"
      #expect(checked.errors == "navstate: s_AAAAAAAAAAAAAAAAAAAAAA: \(fault)\n")
      let refused = try BuiltProgram.run("restore", file, "--data", folder + "/new")
      #expect(refused.status == 1)
      #expect(refused.errors.contains("1 session, 1 damaged: use another backup"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/new/navstate.db"))
      #expect(try BuiltProgram.run("restore", file, "--data", folder + "/new", "--force").status == 0)
    }
  }

  @Test(
    "The backup commands end with status 2 on invalid arguments",
    arguments: [
      (["backup"], "needs a file"), (["restore", "--force"], "needs a file"), (["backup", "a", "b"], "\"b\""),
      (["backup", "a", "--force", "yes"], "\"--force\""), (["check", "--hash"], "\"--hash\""),
      (["restore", "-f"], "\"-f\""),
      (["check", "--data"], "--data needs a value"),
      (["backup", "f", "--keep"], "--keep needs a value: --keep N, such as 7"),
      (["backup", "--data", "--keep", "1"], "--data needs a value"),
      (["copy", "--from", "--to", "x"], "--from needs a value"),
    ])
  func usage(arguments: [String], says: String) throws {
    let ending = try BuiltProgram.run(arguments: arguments)
    #expect(ending.status == 2)
    #expect(ending.complaint?.contains(says) == true, "\(ending)")
  }
}
