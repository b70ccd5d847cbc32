// The writes of an import. Its changes are written in slices, which nothing reads until the session is there.

/// A part of the past of a session that is imported.
package struct ImportSlice: Sendable {
  package let session: SessionID
  /// Without gaps, oldest first.
  package let changes: [Change]
  /// Whether the import begins with it: what a former one, which failed, has left is removed.
  package let isFirst: Bool

  package init(session: SessionID, changes: [Change], isFirst: Bool) {
    self.session = session
    self.changes = changes
    self.isFirst = isFirst
  }
}

/// A session that comes from elsewhere, without the changes, which are written.
package struct ImportedSession: Sendable {
  /// The session as it is now.
  package let session: Projection
  /// Those that are pending.
  package let timers: [TimerRow]
  /// The version of the app that it brings.
  package let app: StoredApp?
  package let keeping: IdempotencyRecord?

  package init(session: Projection, timers: [TimerRow], app: StoredApp?, keeping: IdempotencyRecord? = nil) {
    self.session = session
    self.timers = timers
    self.app = app
    self.keeping = keeping
  }
}
