import Navigation

/// A session as a list of them shows it.
package struct SessionSummary: Sendable, Equatable {
  package let id: SessionID
  package let app: String
  package let appVersion: Int
  package let revision: Int
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let updatedAt: Int64
  /// The screen that the user is on.
  package let current: Screen.ID
  /// The routes that lead there, its own last.
  package let path: [String]

  package init(
    id: SessionID, app: String, appVersion: Int, revision: Int, createdAt: Int64, updatedAt: Int64,
    current: Screen.ID, path: [String]
  ) {
    self.id = id
    self.app = app
    self.appVersion = appVersion
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.current = current
    self.path = path
  }
}

/// Asks for sessions in the order of their ids, as the tables show them.
package struct SummaryQuery: Sendable {
  /// Those that come after it; nil: from the beginning.
  package let after: SessionID?
  /// At most so many.
  package let limit: Int

  package init(after: SessionID?, limit: Int) {
    self.after = after
    self.limit = limit
  }
}

extension SessionStore {
  /// The session as a list shows it, as of its last committed revision; nil: it was deleted.
  var summary: SessionSummary? {
    state.withLock { state in
      guard !state.isDeleted else { return nil }
      let (tree, version) = state.committed
      return SessionSummary(
        id: id, app: app.name, appVersion: app.version, revision: version.revision, createdAt: createdAt,
        updatedAt: version.updatedAt, current: tree.current.id, path: tree.currentPath)
    }
  }
}
