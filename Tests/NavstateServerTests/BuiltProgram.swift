import Foundation
import Testing

/// The `navstate` program that was built with these tests.
enum BuiltProgram {
  struct Ending: Equatable {
    let status: Int32
    let output: String
    let errors: String

    /// The error message, if it is the only output.
    var complaint: String? {
      let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
      guard output.isEmpty, lines.count == 2, lines[1].isEmpty, errors.hasPrefix("navstate: ") else { return nil }
      return String(lines[0].dropFirst("navstate: ".count))
    }
  }

  static func run(_ arguments: String..., environment: [String: String] = [:], input: String = "") throws -> Ending {
    try run(arguments: arguments, environment: environment, input: input)
  }

  /// Runs the program to its end. Only for commands that end by themselves.
  ///
  /// - Parameter input: The content of standard input; at most the capacity of a pipe.
  static func run(
    arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws -> Ending {
    let process = Process()
    process.executableURL = try executable()
    process.arguments = arguments
    process.environment = Self.environment(environment)
    let (output, errors, given) = (Pipe(), Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try given.fileHandleForWriting.close()
    // The outputs are small: neither pipe fills up while the other one is read.
    let written = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Ending(status: process.terminationStatus, output: written[0], errors: written[1])
  }

  /// Returns an environment that inherits only the variables of the thread sanitizer (scripts/check-races).
  static func environment(_ own: [String: String]) -> [String: String] {
    let sanitizer = ProcessInfo.processInfo.environment.filter { ["TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
    return own.merging(sanitizer) { own, _ in own }
  }

  /// Returns the program's path. The package's tests and its products are built into one folder.
  static func executable() throws -> URL {
    let tests = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let program = tests.deletingLastPathComponent().appending(path: "navstate")
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not built")
    return program
  }
}
