import Foundation
import JSON
import SQLiteJournal
import Testing

/// A database of an earlier version, and the responses of that version.
struct EarlierDatabase: CustomTestStringConvertible {
  /// The number of its migrations.
  let number: Int

  /// All databases among the fixtures.
  static let all = (Array(1...9) + [21]).map(EarlierDatabase.init)

  struct Session {
    let id: String
    let json: JSONValue
    /// The revision and the action of each change.
    let history: [JSONValue]
  }

  var testDescription: String { "\(number) migrations" }

  /// Creates the database file in a folder.
  func make(in directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Connection(path: directory + "/navstate.db", mode: .create).run(text("sql"))
  }

  /// The bytes of the database file.
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

  /// The id of the deleted session.
  func deleted() throws -> String { try told()["deleted"]?.stringValue ?? "" }

  private func told() throws -> JSONValue { try JSONValue(parsing: text("json")) }

  private func text(_ kind: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: String(format: "%04d", number) + ".\(kind)"), encoding: .utf8)
  }
}
