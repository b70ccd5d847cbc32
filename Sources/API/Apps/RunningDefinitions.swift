import JSON
import Synchronization

/// The apps that are being changed, each by one request at a time.
final class RunningDefinitions: Sendable {
  private let names = Mutex<Set<String>>([])

  func begin(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
  func end(_ name: String) { names.withLock { _ = $0.remove(name) } }
}

/// The text of an app's definition, as it is stored.
enum StoredDefinition {
  static func isSame(_ stored: [UInt8], _ json: JSONValue) -> Bool { value(of: stored) == json }

  /// Parses a stored definition.
  static func value(of stored: [UInt8]) -> JSONValue {
    do throws(JSONError) {
      // Numbers were once rounded when they were received; stored texts are still read so (docs/decisions/0036).
      return try JSONValue(parsing: stored, roundingNumbers: true)
    } catch {
      preconditionFailure("a stored definition is JSON, or it would not have been read")
    }
  }
}
