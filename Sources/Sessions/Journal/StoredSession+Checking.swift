import JSON
import Navigation

extension StoredSession {
  /// A function that reads a page of the session's history.
  package typealias Pages = (PastQuery) throws(CorruptSession) -> PastPage

  /// Checks the snapshot against the history: reverts the session to its oldest available state and replays all later
  /// changes, one page of history at a time.
  ///
  /// - Parameters:
  ///   - app: The version of the app in the snapshot.
  ///   - catalogue: Has the other versions on which the session has run.
  ///   - past: Reads the changes from one snapshot.
  /// - Returns: The session as JSON, as `GET S` returns it.
  package func checked(
    _ app: App, in catalogue: AppCatalogue? = nil, past: Pages
  ) throws(CorruptSession) -> [UInt8] {
    var recovery = try SessionRecovery(self, app, in: catalogue)
    try recovery.visit(recovery.rest, past)
    let store = try recovery.store()
    let (tree, version) = store.state.withLock { $0.committed }
    var rewind = Rewind(tree, from: version.revision, to: version.undoState.oldest)
    try rewind.visit(rewind.query(store.id), past)
    let header = SessionArchive.Header(store, tree, version, from: try rewind.finish())
    let retold = try Self.replayed(header, timers: tree.timers, store.apps, past)
    guard retold.root == tree.root, retold.data == tree.data, retold.appVersion == tree.appVersion else {
      throw CorruptSession(detail: "the snapshot and the history give different states")
    }
    return store.state.withLock { store.encoded(&$0) }
  }

  /// Returns the tree that results from replaying the changes after the oldest revision.
  private static func replayed(
    _ header: SessionArchive.Header, timers: [Timer], _ apps: AppVersions, _ past: Pages
  ) throws(CorruptSession) -> Tree {
    // Untyped, since two types of errors are thrown.
    do {
      var replay = try ArchiveReplay(header, of: apps)
      try replay.visit(header.oldestChange, past)
      try replay.visit(header.laterChanges, past)
      for timer in timers { try replay.checkTimer(timer, line: 1) }
      try replay.end(line: 1)
      return replay.tree
    } catch let faults as ArchiveFaults {
      throw CorruptSession(detail: faults.faults.first?.detail ?? "the journal does not give this state")
    } catch let damaged as CorruptSession {
      throw damaged
    } catch {
      preconditionFailure("neither of the two errors that are thrown above: \(error)")
    }
  }
}

extension PastVisitor {
  /// Visits all changes of a query; none if it is nil.
  fileprivate mutating func visit(_ query: PastQuery?, _ past: StoredSession.Pages) throws(CorruptSession) {
    var query = query
    while let next = query {
      let page = try past(next)
      for change in page.changes { try visit(change) }
      query = page.next
    }
  }
}

extension SessionArchive.Header {
  /// The query for the change that made the oldest revision, its last part first; nil: no change made it.
  fileprivate var oldestChange: PastQuery? {
    let oldest = undoState.oldest
    return oldest > 1 ? PastQuery(session: id, selection: .descending(oldest...oldest), content: .all) : nil
  }

  /// The query for the changes after it.
  fileprivate var laterChanges: PastQuery? {
    let first = undoState.oldest + 1
    return first <= revision ? PastQuery(session: id, selection: .ascending(first...revision), content: .all) : nil
  }
}
