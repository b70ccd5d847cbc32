import Foundation
import JSON
import Testing

/// `navstate serve` on a free port, in its own process.
final class RunningServer {
  private let process = Process()
  private let errors: FileHandle
  private var unread = Data()

  /// - Parameter terminal: The terminal that is its standard error; nil: a pipe.
  init(_ arguments: String..., environment: [String: String] = [:], terminal: Terminal? = nil) throws {
    let pipe = Pipe()
    errors = terminal?.screen ?? pipe.fileHandleForReading
    process.executableURL = try BuiltProgram.executable()
    process.arguments = ["serve", "--port", "0"] + arguments
    process.environment = BuiltProgram.environment(environment)
    if let terminal { process.standardError = terminal.device } else { process.standardError = pipe }
    try process.run()
  }

  /// Ends a process that a failed test has left running.
  deinit {
    if process.isRunning { process.terminate() }
  }

  var id: Int32 { process.processIdentifier }

  /// Returns the next line of the log, and waits until it is written; nil: the log has ended.
  func logged() throws -> JSONValue? {
    try line().map { try JSONValue(parsing: Array($0.utf8)) }
  }

  /// Returns the next line of the log as text; nil: the log has ended.
  func line() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = unread[(end + 1)...] }
        return String(decoding: unread[..<end], as: UTF8.self).replacing("\r", with: "")
      }
      let more = errors.availableData
      guard !more.isEmpty else { return nil }
      unread += more
    }
  }

  /// Sends the signal and waits for the end of the process.
  ///
  /// - Returns: The exit status and the messages that were logged meanwhile; nil: the signal killed the process.
  func stop(_ signal: Int32) throws -> (status: Int32, messages: [String])? {
    kill(process.processIdentifier, signal)
    var messages: [String] = []
    while let line = try logged() { messages.append(line["message"]?.stringValue ?? "") }
    process.waitUntilExit()
    return process.terminationReason == .exit ? (process.terminationStatus, messages) : nil
  }
}
