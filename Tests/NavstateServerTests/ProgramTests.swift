import Foundation
import Glibc
import Migrations
import SQLiteJournal
import Testing

@testable import NavstateServer

@Suite("The navstate program")
struct ProgramTests {
  @Test("The program prints its version and its help")
  func helps() throws {
    let help = Help(ServerProgram())
    let version = try BuiltProgram.run("version")
    #expect(version == .init(status: 0, output: Version.text(of: ServerProgram()) + "\n", errors: ""))
    let libraries = /^navstate \d+\.\d+\.\d+\nSQLite 3\.\d+\.\d+\nlibcurl \d+\.\d+\.\d+\n/
    #expect(version.output.contains(libraries))
    #expect(version.output.contains(/\ntime zones \d{4}[a-z]+ \((system|built in)\)\n$/))
    for arguments in [["help"], ["--help"]] {
      #expect(try BuiltProgram.run(arguments: arguments) == .init(status: 0, output: help.commands + "\n", errors: ""))
    }
  }

  @Test(
    "The help of a command is about that command",
    arguments: ["serve", "validate", "migrate", "backup", "restore", "check", "healthcheck", "version"])
  func help(command: String) throws {
    let text = command == "serve" ? Help(ServerProgram()).serve : Help(ServerProgram()).of(command)
    #expect(text.hasPrefix("navstate \(command)"))
    for arguments in [[command, "--help"], [command, "-h"], ["help", command]] {
      #expect(try BuiltProgram.run(arguments: arguments) == .init(status: 0, output: text + "\n", errors: ""))
    }
  }

  @Test(
    "The program ends with status 2 and one line on invalid arguments",
    arguments: [
      ([], "navstate help"), (["serv"], "\"serv\"; did you mean `navstate serve`?"), (["xyzzy"], "`navstate help`"),
      (["serve", "--prot", "1"], "\"--prot\"; did you mean --port?"),
      (["serve", "--xyzzy"], "`navstate serve --help`"),
      (["serve", "--port", "x"], "\"x\""), (["serve", "--host", "0.0.0.0"], "admin token"),
      (["serve", "--app", "/nonexistent"], "/nonexistent"), (["migrate", "now"], "\"now\""),
      (["validate"], "validate FILE"), (["test"], "test FILE"), (["paths", "--strict"], "paths has no option"),
      (["validate", "--all"], "\"--all\""),
    ])
  func usage(arguments: [String], says: String) throws {
    try withFolder { folder in
      let ending = try BuiltProgram.run(
        arguments: arguments + (arguments.first == "serve" ? ["--data", folder + "/data"] : []))
      #expect(ending.status == 2)
      #expect(ending.complaint?.contains(says) == true, "\(ending)")
    }
  }

  @Test("A database that cannot be read is rejected at a start and left unchanged")
  func databases() throws {
    try withFolder { folder in
      let database = folder + "/navstate.db"
      let names = Migrations.migrations.map(\.name).joined(separator: ", ")
      try expectFailure(try BuiltProgram.run("migrate", "--data", folder), says: database, "there is no database")
      #expect(!FileManager.default.fileExists(atPath: database))
      try Data().write(to: URL(filePath: database))
      #expect(try BuiltProgram.run("migrate", "--data", folder).output == "applied \(names)\n")
      #expect(try BuiltProgram.run("migrate", "--data", folder).output == "nothing to migrate\n")
      let good = try Data(contentsOf: URL(filePath: database))
      var corrupt = good
      corrupt.replaceSubrange(100..<4_096, with: Data(repeating: 0xAA, count: 3_996))
      for (content, says) in [(Data(repeating: 0x78, count: 5_000), "is not a database"), (corrupt, "is damaged")] {
        try content.write(to: URL(filePath: database))
        for command in ["serve", "migrate"] {
          try expectFailure(try BuiltProgram.run(command, "--data", folder, "--port", "0"), says: database, says)
          #expect(try Data(contentsOf: URL(filePath: database)) == content)
        }
      }
    }
  }

  @Test("The server does not start with a faulty app or with the name of a compiled app")
  func apps() throws {
    try withFolder { folder in
      let file = folder + "/app.json"
      for (definition, says) in [
        (#"{"app": "shop","#, ":1:16: "),
        (#"{"app": "shop", "version": 1, "root": {"kind": "stak"}, "routes": {"a": {}}}"#, "/root/kind"),
        (#"{"app": "counter", "version": 9, "root": {"kind": "stack"}, "routes": {"a": {}}}"#, "is compiled"),
        ("[]", ":1:1: A definition must be an object"),
      ] {
        try Data(definition.utf8).write(to: URL(filePath: file))
        let ending = try BuiltProgram.run("serve", "--data", folder + "/data", "--port", "0", "--app", file)
        try expectFailure(ending, says: file, says)
      }
    }
  }

  @Test("A start prints each fault of an app in a line, as `validate` does")
  func faults() throws {
    try withFolder { folder in
      let file = folder + "/app.json"
      try Data(#"{"app": "shop", "version": 0, "root": {"kind": "stak"}, "routes": {"a": {}}}"#.utf8)
        .write(to: URL(filePath: file))
      let ending = try BuiltProgram.run("serve", "--data", folder + "/data", "--port", "0", "--app", file)
      let lines = try BuiltProgram.run("validate", file).output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(ending == .init(status: 1, output: "", errors: lines.map { "navstate: \($0)\n" }.joined()))
    }
  }

  @Test("The health check reports that nothing listens on its port")
  func healthcheck() throws {
    let (socket, port) = try listen()
    close(socket)
    try expectFailure(
      try BuiltProgram.run("healthcheck", "--port", "\(port)"), says: "nothing listens on 127.0.0.1:\(port)")
  }

  private let admin = ["NAVSTATE_ADMIN_TOKEN": ConfigurationTests.token]

  private func expectFailure(
    _ ending: BuiltProgram.Ending, says: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(ending.status == 1, "\(ending)", sourceLocation: sourceLocation)
    let complaint = try #require(ending.complaint, "\(ending)", sourceLocation: sourceLocation)
    for text in says { #expect(complaint.contains(text), "\(complaint)", sourceLocation: sourceLocation) }
  }

  /// Returns a socket that listens on a free port of the loopback interface.
  private func listen() throws -> (socket: Int32, port: UInt16) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) | Glibc.listen(socket, 1) | getsockname(socket, address, &length)
      }
    }
    try #require(status == 0)
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}
