import JSON
import Navigation

extension StoredSession {
  /// A function that reads a page of the session's past.
  package typealias Pages = (PastQuery) throws(CorruptSession) -> PastPage

  /// Holds what the tables show against what the journal tells: takes the session back to the oldest state that is kept,
  /// and makes all that happened since happen again, step by step. Holds a page of the past at a time.
  ///
  /// - Parameter past: Reads the changes, all of one moment.
  /// - Returns: The session as `GET S` answers it.
  package func checked(_ app: App, past: Pages) throws(CorruptSession) -> [UInt8] {
    var recovery = try SessionRecovery(self, app)
    try recovery.visit(recovery.rest, past)
    let store = try recovery.store()
    let (tree, version) = store.state.withLock { $0.committed }
    var rewind = Rewind(tree, from: version.revision, to: version.undoState.oldest)
    try rewind.visit(rewind.query(store.id), past)
    let header = SessionArchive.Header(store, tree, version, from: try rewind.finish())
    let retold = try Self.replayed(header, timers: tree.timers, app, past)
    guard retold.root == tree.root, retold.data == tree.data else {
      throw CorruptSession(detail: "the tables show another state than the journal leads to")
    }
    return store.state.withLock { store.encoded(&$0) }
  }

  /// The tree that the changes lead to from the oldest revision on.
  private static func replayed(
    _ header: SessionArchive.Header, timers: [Timer], _ app: App, _ past: Pages
  ) throws(CorruptSession) -> Tree {
    do {
      var replay = try ArchiveReplay(header, of: app)
      try replay.visit(header.oldestChange, past)
      try replay.visit(header.laterChanges, past)
      for timer in timers { try replay.take(timer, line: 1) }
      try replay.end(line: 1)
      return replay.tree
    } catch let faults as ArchiveFaults {
      throw CorruptSession(detail: faults.faults.first?.detail ?? "the journal does not lead to it")
    } catch let damaged as CorruptSession {
      throw damaged
    } catch {
      preconditionFailure("neither of the two errors that are thrown above: \(error)")
    }
  }
}

extension PastVisitor {
  /// Visits all that a query asks for; nothing when it is nil.
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
  /// The request for the change that made the oldest revision, last part first; nil: no change made it.
  fileprivate var oldestChange: PastQuery? {
    let oldest = undoState.oldest
    return oldest > 1 ? PastQuery(session: id, selection: .descending(oldest...oldest), content: .all) : nil
  }

  /// The request for those after it.
  fileprivate var laterChanges: PastQuery? {
    let first = undoState.oldest + 1
    return first <= revision ? PastQuery(session: id, selection: .ascending(first...revision), content: .all) : nil
  }
}
