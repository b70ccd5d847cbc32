import Navigation

/// The entry of a session in a list.
package struct SessionSummary: Sendable, Equatable {
  package let id: SessionID
  package let app: String
  package let appVersion: Int
  package let revision: Int
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let updatedAt: Int64
  package let metadata: SessionMetadata
  /// The user's current screen.
  package let current: Screen.ID
  /// The routes on the path to the current screen, its own last.
  package let path: [String]

  package init(
    id: SessionID, app: String, appVersion: Int, revision: Int, createdAt: Int64, updatedAt: Int64,
    metadata: SessionMetadata = SessionMetadata(), current: Screen.ID, path: [String]
  ) {
    self.id = id
    self.app = app
    self.appVersion = appVersion
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.metadata = metadata
    self.current = current
    self.path = path
  }
}

/// A query for stored sessions in the order of their ids.
package struct SummaryQuery: Sendable {
  /// Only sessions after this one; nil: from the beginning.
  package let after: SessionID?
  /// The maximum number of results.
  package let limit: Int
  package let index: Index

  /// The index that is searched.
  package enum Index: Sendable, Equatable {
    /// All sessions.
    case all
    /// Sessions with this key, of any app.
    case key(String)
    /// These sessions, if they exist.
    case sessions([SessionID])
    /// Sessions with this label.
    case label(name: String, value: String)
  }

  package init(after: SessionID?, limit: Int, index: Index = .all) {
    self.after = after
    self.limit = limit
    self.index = index
  }
}
