import Foundation
import Testing

/// The program as it was built beside these tests.
enum BuiltProgram {
  struct Ending: Equatable {
    let status: Int32
    let output: String
    let errors: String

    /// What it complained of, if that is all that it wrote.
    var complaint: String? {
      let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
      guard output.isEmpty, lines.count == 2, lines[1].isEmpty, errors.hasPrefix("navstate: ") else { return nil }
      return String(lines[0].dropFirst("navstate: ".count))
    }
  }

  static func run(_ arguments: String..., environment: [String: String] = [:], input: String = "") throws -> Ending {
    try run(arguments: arguments, environment: environment, input: input)
  }

  /// Runs to the end. Only for what ends by itself.
  ///
  /// - Parameter input: What standard input gives; no more than a pipe holds.
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
    // Little is written: neither pipe can fill up while the other is read.
    let written = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Ending(status: process.terminationStatus, output: written[0], errors: written[1])
  }

  /// Nothing of this process's environment, but for what the thread sanitizer goes by (scripts/check-races).
  static func environment(_ own: [String: String]) -> [String: String] {
    let sanitizer = ProcessInfo.processInfo.environment.filter { ["TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
    return own.merging(sanitizer) { own, _ in own }
  }

  /// The package's tests and its products are built into one folder.
  static func executable() throws -> URL {
    let tests = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let program = tests.deletingLastPathComponent().appending(path: "navstate")
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not built")
    return program
  }
}
