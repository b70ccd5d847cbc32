import Foundation
import JSON
import Testing

@testable import NavstateServer

@Suite("The program, serving")
struct ServingTests {
  @Test(
    "says where it listens, is healthy there, and ends with status 0 when told to",
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
      let ending = try #require(try server.stop(signal), "killed by the signal")
      #expect(ending.status == 0)
      #expect(ending.messages == ["draining", "stopped"])
    }
  }

  @Test("prints at a terminal where the inspector, the API and the data are, and readable lines")
  func terminal() throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder, terminal: try Terminal())
      try expectHeading(of: server, data: folder)
      kill(server.id, SIGTERM)
      #expect(try server.line()?.hasSuffix("Z info     draining  signal=SIGTERM") == true)
    }
  }

  @Test("prints the same without a terminal if it is told to, and JSON at a terminal")
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

  @Test("is healthy whatever names it may be asked by")
  func hosts() throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder, "--allow-host", "navstate.example")
      let address = try #require(try server.logged()?["address"]?.stringValue)
      let port = try #require(address.split(separator: ":").last.map(String.init))
      #expect(try BuiltProgram.run("healthcheck", "--host", "localhost", "--port", port).status == 0)
      #expect(try server.stop(SIGTERM)?.status == 0)
    }
  }

  @Test("leaves its folder and its port to nobody else")
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

  @Test("knows the apps of an earlier start, and takes the same file again but no other of that version")
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
