import JSON
import Navigation

/// A session with its past, in a form that outlives the server: what `GET S/export` gives and `POST /v1/imports` takes.
///
/// A value; knows nothing of apps and decides nothing: what an app makes of it is said by `replayed`.
package struct SessionArchive: Sendable {
  /// The form's version, which the first line begins with.
  static let version = 1

  package var session: Header
  /// The app, where it is defined in JSON.
  package var definition: JSONValue?
  /// Oldest first: the one that made the oldest revision, unless that is the first; then all since.
  package var changes: [ArchivedChange]
  /// What is pending at the end, in the order in which it fires.
  package var timers: [Timer]

  /// All that makes the session, but its token. Times are milliseconds since 1970.
  package struct Header: Sendable {
    package var id: SessionID
    package var app: String
    package var appVersion: Int
    package var revision: Int
    package var createdAt: Int64
    package var updatedAt: Int64
    package var undoState: UndoState
    /// The last output's `seq`.
    package var outputs: Int
    /// The number that the last id made here ends in.
    package var nextID: Int
    /// Navigation, data and timers at the oldest revision.
    var root: Container
    var data: JSONValue
    var timers: [Timer]
  }
}

package struct ArchivedChange: Sendable {
  let revision: Int
  let at: Int64
  let actor: String?
  let action: JSONValue
  let edits: JSONValue
  let outputs: JSONValue
  let stateOf: Int?
  /// The reason that the action was refused, which is then that of a timer; nil: it was carried out.
  let refused: RecordedRefusal?
}

/// What is wrong with an archive, each fault with its line.
package struct ArchiveFaults: Error, Equatable {
  package struct Fault: Sendable, Equatable {
    /// From 1.
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
