import JSON
import Navigation

/// A session with its history in a portable format: the response of `GET S/export` and the request of `POST
/// /v1/imports`.
///
/// A plain value that does not depend on the app's code.
package struct SessionArchive: Sendable {
  /// The version of the format, the first member of the first line.
  static let version = 1

  package var session: Header
  /// If the app is defined in JSON: the definition of its present version, and those of the versions of past states.
  package var definitions: [JSONValue]
  /// The change that made the oldest revision, unless that is revision 1; then all later changes, oldest first.
  package var changes: [ArchivedChange]
  /// The timers pending at the end, in the order in which they fire.
  package var timers: [Timer]

  /// The content of a session except its token. Times are milliseconds since 1970.
  package struct Header: Sendable {
    package var id: SessionID
    package var app: String
    package var appVersion: Int
    /// The version at the oldest revision.
    package var oldestAppVersion: Int
    package var revision: Int
    package var createdAt: Int64
    package var updatedAt: Int64
    package var metadata: SessionMetadata
    package var undoState: UndoState
    /// The last output's `seq`.
    package var outputs: Int
    /// The number of the last id that the session assigned.
    package var nextID: Int
    /// Navigation, data and timers at the oldest revision.
    var root: Container
    var data: JSONValue
    var timers: [Timer]
  }
}

/// A change in an archive.
package struct ArchivedChange: Sendable {
  let revision: Int
  let at: Int64
  let origin: ChangeOrigin
  /// Whether the line has the members `by` and `requestId`, as all exports but early ones do.
  let hasRequest: Bool
  let action: JSONValue
  let edits: JSONValue
  let outputs: JSONValue
  let stateOf: Int?
  /// The reason for a timer's refused action; nil: it was carried out.
  let refused: StoredRefusal?
}

/// The errors in an archive, each with its line.
package struct ArchiveFaults: Error, Equatable {
  /// An error in one line.
  package struct Fault: Sendable, Equatable {
    /// The number of the line, from 1.
    package let line: Int
    package let detail: String

    package init(line: Int, detail: String) {
      self.line = line
      self.detail = detail
    }
  }

  package var faults: [Fault]

  package init(_ faults: [Fault]) {
    self.faults = faults
  }
}
