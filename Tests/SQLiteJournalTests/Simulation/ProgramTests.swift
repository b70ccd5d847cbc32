import Foundation
import Testing

@Suite("The simulate program")
struct ProgramTests {
  @Test("Equal seeds give equal output, with any number of jobs")
  func deterministic() throws {
    let once = try simulate("--seed", "100", "--seeds", "20", "--jobs", "1")
    #expect(once.contains("20 seeds from 100, 0 of them wrong"))
    #expect(try simulate("--seed", "100", "--seeds", "20", "--jobs", "2") == once)
    #expect(try simulate("--seed", "101", "--seeds", "20") != once)
  }

  @Test("The program prints a failing seed, which fails again with the same message")
  func failingSeed() throws {
    let found = try simulate("--seeds", "40", "--forget-syncs", fails: true)
    let seed = try #require(found.firstMatch(of: /seed (\d+): ([^\n]*)/))
    let again = try simulate("--seed", String(seed.1), "--seeds", "1", "--forget-syncs", fails: true)
    #expect(again.contains(seed.0))
  }

  /// Runs the program. The package's tests and its programs are built into one folder.
  private func simulate(_ arguments: String..., fails: Bool = false) throws -> String {
    let tests = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appending(path: "simulate")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == (fails ? 1 : 0))
    return text
  }
}
