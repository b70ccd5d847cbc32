import Foundation
import JSON
import SQLite
import Testing

/// The database of an earlier program, and what that program had answered of it.
struct EarlierDatabase: CustomTestStringConvertible {
  /// How many migrations it has had.
  let number: Int

  /// Every one that there is.
  static let all = (Array(1...10) + [21]).map(EarlierDatabase.init)

  struct Session {
    let id: String
    let json: JSONValue
    /// Revision and action.
    let history: [JSONValue]
  }

  var testDescription: String { "\(number) migrations" }

  /// Makes the file.
  func make(in directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Connection(path: directory + "/navstate.db", mode: .create).run(text("sql"))
  }

  /// The file's bytes.
  func contents() throws -> [UInt8] {
    let directory = temporaryPath()
    try make(in: directory)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return [UInt8](try Data(contentsOf: URL(filePath: directory + "/navstate.db")))
  }

  func sessions() throws -> [Session] {
    try (told()["sessions"]?.arrayValue ?? []).map { item in
      let session = item["session"] ?? .null
      return Session(
        id: session["id"]?.stringValue ?? "", json: session, history: item["history"]?.arrayValue ?? [])
    }
  }

  /// The session that was deleted.
  func deleted() throws -> String { try told()["deleted"]?.stringValue ?? "" }

  private func told() throws -> JSONValue { try JSONValue(parsing: text("json")) }

  private func text(_ kind: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: String(format: "%04d", number) + ".\(kind)"), encoding: .utf8)
  }
}
