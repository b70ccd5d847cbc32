/// A session's row: everything but the tree. JSON is stored as encoded text.
package struct SessionRow: Sendable, Equatable {
  package var id: SessionID
  package var app: String
  package var appVersion: Int
  package var revision: Int
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var updatedAt: Int64
  /// The time of the last change that was no firing of a recurring timer.
  package var activeAt: Int64
  /// The number of the next id that the session assigns.
  package var nextID: Int
  /// The last output's `seq`.
  package var outputs: Int
  package var undoState: UndoState
  /// The approximate bytes of the changes up to `revision`.
  package var historyBytes: Int
  package var data: [UInt8]
  /// SHA-256 of the session's token.
  package var tokenHash: [UInt8]
  package var metadata: SessionMetadata
  /// nil: not known.
  package var focus: SessionFocus?
  /// The session in the counts of flows; nil: they do not have it.
  package var flow: CountedFlow?

  package init(
    id: SessionID, app: String, appVersion: Int, revision: Int, createdAt: Int64, updatedAt: Int64,
    activeAt: Int64? = nil, nextID: Int, outputs: Int, undoState: UndoState? = nil, historyBytes: Int = 0,
    data: [UInt8], tokenHash: [UInt8], metadata: SessionMetadata = SessionMetadata(), focus: SessionFocus? = nil
  ) {
    self.id = id
    self.app = app
    self.appVersion = appVersion
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.activeAt = activeAt ?? updatedAt
    self.nextID = nextID
    self.outputs = outputs
    self.undoState = undoState ?? UndoState(at: revision)
    self.historyBytes = historyBytes
    self.data = data
    self.tokenHash = tokenHash
    self.metadata = metadata
    self.focus = focus
  }
}

/// The current screen of a session, as lists show it.
package struct SessionFocus: Sendable, Equatable {
  package let current: String
  /// The routes on the path to the current screen, its own last.
  package let path: [String]

  package init(current: String, path: [String]) {
    self.current = current
    self.path = path
  }
}
