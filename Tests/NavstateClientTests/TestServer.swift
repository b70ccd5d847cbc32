import Foundation
import JSON
import Observation
import Synchronization
import Testing

@testable import NavstateClient

/// A server in its own process, which can be killed and started again at the same address with the same data.
final class TestServer: Sendable {
  let address: URL
  private let folder: URL
  /// The admin's token; nil: the server requires no tokens.
  let admin: String?
  private let arguments: [String]
  private let process: Mutex<Process>

  /// - Parameter app: The definition of an app that the server has.
  init(_ arguments: String..., app: Data? = nil, admin: String? = nil) throws {
    self.admin = admin
    folder = FileManager.default.temporaryDirectory.appending(path: "navstate-client-\(UUID().uuidString)")
    let definition = folder.appending(path: "app.json")
    if let app {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try app.write(to: definition)
    }
    let arguments = arguments + (app == nil ? [] : ["--app", definition.path])
    self.arguments = arguments
    let (process, address) = try Self.start(folder, port: 0, arguments, admin)
    self.process = Mutex(process)
    self.address = address
  }

  deinit {
    kill()
    // The folder belongs to this test only.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the process without any preparation.
  func kill() {
    process.withLock { process in
      guard process.isRunning else { return }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Starts the process again.
  func restart() throws {
    kill()
    let (process, _) = try Self.start(folder, port: try #require(address.port), arguments, admin)
    self.process.withLock { $0 = process }
  }

  private static func start(
    _ folder: URL, port: Int, _ arguments: [String], _ admin: String?
  ) throws -> (Process, URL) {
    let (process, errors) = (Process(), Pipe())
    process.executableURL = try executable()
    process.environment = admin.map { ["NAVSTATE_ADMIN_TOKEN": $0] } ?? [:]
    process.arguments = ["serve", "--port", String(port), "--data", folder.path] + arguments
    process.standardError = errors
    try process.run()
    return (process, try address(in: errors.fileHandleForReading))
  }

  /// Returns the address from the log, and waits until it is written.
  private static func address(in log: FileHandle) throws -> URL {
    var text = Data()
    while true {
      let part = log.availableData
      try #require(!part.isEmpty, "The server ended: \(String(decoding: text, as: UTF8.self))")
      text += part
      for line in text.split(separator: UInt8(ascii: "\n")) {
        guard let json = try? JSONValue(parsing: Array(line)), json["message"] == "listening" else { continue }
        return try #require(json["address"]?.stringValue.flatMap(URL.init(string:)))
      }
    }
  }

  /// Returns `NAVSTATE_BINARY`, or the program that was built with the tests.
  private static func executable() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["NAVSTATE_BINARY"] { return URL(filePath: path) }
    let tests = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return tests.deletingLastPathComponent().appending(path: "navstate")
  }
}

/// Waits until a condition on observable properties holds.
@MainActor
func until(_ holds: @escaping @MainActor () -> Bool) async {
  while !holds() {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = holds()
      } onChange: {
        continuation.resume()
      }
    }
  }
}

extension NavstateClient {
  /// Connects without long waits between attempts.
  static func connect(
    _ server: TestServer, _ source: SessionSource, _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) async throws(NavstateProblem) -> NavstateClient {
    var configuration = ClientConfiguration()
    configuration.sleep = { _ in try await Task.sleep(for: .milliseconds(20)) }
    configure(&configuration)
    return try await connect(to: server.address, source, configuration: configuration)
  }

  var routes: [String] { tree.root.screens.map(\.route) }
}
