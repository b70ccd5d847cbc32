import Glibc
import Navigation

/// The program that runs: its name, and the apps and features that are compiled into it.
struct ServerProgram: Sendable {
  var name = "navstate"
  var apps: [App] = []
  var features: [String: Feature] = [:]

  /// The file name of the executable.
  static func name(of arguments: [String]) -> String {
    arguments.first?.split(separator: "/").last.map(String.init) ?? "navstate"
  }

  /// The name, and the version of the server.
  var version: String {
    name == "navstate" ? "navstate \(Command.version)" : "\(name) (navstate \(Command.version))"
  }

  /// Writes a message to standard error, with the program's name before each line.
  func complain(_ message: String) {
    let priority = Log.isJournal(Environment.variables["JOURNAL_STREAM"]) ? Log.Level.error.priority : ""
    let lines = message.split(separator: "\n").map { "\(priority)\(name): \($0)\n" }.joined()
    Log.write(Array(lines.utf8), to: STDERR_FILENO)
  }
}
