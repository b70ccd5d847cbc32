import Foundation
import JSON
import Testing

@testable import NavstateServer

@Suite("The serve command")
struct ServingTests {
  @Test(
    "The server logs its address, is healthy, and exits with status 0 on a signal",
    arguments: [("127.0.0.1", SIGTERM, "SIGTERM"), ("::1", SIGINT, "SIGINT")])
  func serves(host: String, signal: Int32, name: String) throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder, "--host", host)
      let line = try #require(try server.logged())
      #expect(line["message"] == "listening")
      #expect(line["version"] == .string(Command.version))
      let address = try #require(line["address"]?.stringValue)
      #expect(address.hasPrefix(host == "::1" ? "http://[::1]:" : "http://127.0.0.1:"))
      let port = try #require(address.split(separator: ":").last.map(String.init))
      let healthy = try BuiltProgram.run("healthcheck", "--host", host, "--port", port)
      #expect(healthy == .init(status: 0, output: "ready\n", errors: ""))
      let ending = try #require(try server.stop(signal), "the signal killed the server")
      #expect(ending.status == 0)
      #expect(ending.messages == ["draining", "stopped"])
    }
  }

  @Test("At a terminal the server prints its addresses, its data folder and readable lines")
  func terminal() throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder, terminal: try Terminal())
      try expectHeading(of: server, data: folder)
      kill(server.id, SIGTERM)
      #expect(try server.line()?.hasSuffix("Z info     draining  signal=SIGTERM") == true)
    }
  }

  @Test("The log format can be text without a terminal, and JSON at a terminal")
  func formats() throws {
    try withFolder { folder in
      let readable = try RunningServer("--data", folder, environment: ["NAVSTATE_LOG_FORMAT": "text"])
      try expectHeading(of: readable, data: folder)
      kill(readable.id, SIGKILL)
    }
    try withFolder { folder in
      let json = try RunningServer("--data", folder, "--log-format", "json", terminal: try Terminal())
      #expect(try json.logged()?["message"] == "listening")
      kill(json.id, SIGKILL)
    }
  }

  private func expectHeading(of server: RunningServer, data: String) throws {
    let lines = try (1...3).compactMap { _ in try server.line() }
    #expect(lines[0].hasPrefix("Inspector  http://127.0.0.1:") && lines[0].hasSuffix("/ui/"))
    #expect(lines[1].hasPrefix("API        http://127.0.0.1:"))
    #expect(lines[2] == "Data       \(File.absolutePath(data))")
  }

  @Test("The health check succeeds for a server with an allowed host of another name")
  func hosts() throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder, "--allow-host", "navstate.example")
      let address = try #require(try server.logged()?["address"]?.stringValue)
      let port = try #require(address.split(separator: ":").last.map(String.init))
      #expect(try BuiltProgram.run("healthcheck", "--host", "localhost", "--port", port).status == 0)
      #expect(try server.stop(SIGTERM)?.status == 0)
    }
  }

  @Test("A second server cannot use the same data folder or the same port")
  func alone() throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder + "/one")
      let port = try #require(try server.logged()?["address"]?.stringValue?.split(separator: ":").last.map(String.init))
      let sameFolder = try BuiltProgram.run("serve", "--data", folder + "/one", "--port", "0")
      #expect(sameFolder.status == 1)
      #expect(sameFolder.complaint?.contains("process \(server.id)") == true, "\(sameFolder)")
      let samePort = try BuiltProgram.run("serve", "--data", folder + "/two", "--port", port)
      #expect(samePort.status == 1)
      #expect(samePort.complaint?.contains("port \(port)") == true, "\(samePort)")
      #expect(try BuiltProgram.run("healthcheck", "--port", port).status == 0)
      #expect(try server.stop(SIGTERM)?.status == 0)
    }
  }

  @Test("A restart accepts the same app file again, but no other definition of that version")
  func apps() throws {
    try withFolder { folder in
      let (data, file) = (folder + "/data", folder + "/shop.json")
      let shop = #"{"app": "shop", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}}"#
      try Data(shop.utf8).write(to: URL(filePath: file))
      for _ in 1...2 {
        let server = try RunningServer("--data", data, "--app", file)
        #expect(try server.logged()?["message"] == "listening")
        #expect(try server.stop(SIGTERM)?.status == 0)
      }
      try Data(shop.replacing("home", with: "start").utf8).write(to: URL(filePath: file))
      let other = try BuiltProgram.run("serve", "--data", data, "--port", "0", "--app", file)
      #expect(other.status == 1)
      #expect(other.complaint?.contains("another definition of \"shop\" has version 1") == true, "\(other)")
    }
  }
}
