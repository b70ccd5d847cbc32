import Glibc
import PostgresJournal

/// A private PostgreSQL cluster for the tests of one process, which ends with it.
///
/// `NAVSTATE_TEST_POSTGRES` may name a server instead, on which the user may create databases.
package enum TestCluster {
  /// The URL of a database from which others can be created; nil: no cluster can be made, for `reason`.
  package static var url: String? { started.url }
  /// The reason why there is no cluster.
  package static var reason: String { started.reason }

  private static let started = start()

  private static func start() -> (url: String?, reason: String) {
    if let url = getenv("NAVSTATE_TEST_POSTGRES") { return (String(cString: url), "") }
    let script = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/scripts/lib/cluster.sh"
    // The write end of the script's input stays open until this process ends, which removes the cluster.
    guard let input = Pipe(), let output = Pipe(), spawn(script, input, output) else {
      return (nil, "\(script) cannot be run")
    }
    close(output.write)
    close(input.read)
    let line = readLine(from: output.read)
    return line.isEmpty ? (nil, "\(script) made no cluster") : (line, "")
  }

  private static func spawn(_ script: String, _ input: Pipe, _ output: Pipe) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    let arguments = [script, "fsync=off", "max_connections=200", "max_prepared_transactions=0"]
    let copies = arguments.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var child = pid_t()
    return posix_spawn(&child, script, &actions, nil, copies, environ) == 0
  }

  private static func readLine(from descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  private struct Pipe {
    let read: Int32
    let write: Int32

    init?() {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return nil }
      // A child that keeps the input open would keep the cluster.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (read, write) = (ends[0], ends[1])
    }
  }
}

/// A separate database for one test.
package struct TestDatabase: Sendable {
  package let library: PostgresLibrary
  package let url: String

  /// Creates an empty database.
  package init() throws {
    guard let cluster = TestCluster.url else { throw PostgresError.unreachable(TestCluster.reason) }
    library = try PostgresLibrary()
    let name = "t\(UInt64.random(in: 0 ... .max))"
    let connection = try PostgresConnection(try PostgresTarget(cluster, library), name: "tests", library)
    try connection.run(script: "CREATE DATABASE \(name)")
    url = cluster.replacingDatabase(with: name)
  }

  /// Connects to the database.
  package func connect(settings: [(String, String)] = []) throws -> PostgresConnection {
    try PostgresConnection(try PostgresTarget(url, library), name: "tests", settings: settings, library)
  }
}

extension String {
  /// The URL with another path.
  fileprivate func replacingDatabase(with name: String) -> String {
    let parts = split(separator: "?", maxSplits: 1)
    let base = parts[0].split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return parts.count == 1 ? "\(base)/\(name)" : "\(base)/\(name)?\(parts[1])"
  }
}
