import JSON
import Navigation

/// Restores a session from the journal: first its snapshot, then each later change. Runs no reducers.
struct SessionRecovery: PastVisitor {
  private let stored: StoredSession
  private let apps: AppVersions
  private var draft: Draft
  private var revision: Int
  private var updatedAt: Int64
  private var activeAt: Int64
  /// The action of a change that is read in parts.
  private var action: [UInt8] = []
  /// Whether the present change begins with the end of a recurring timer; nil before its first edits.
  private var endsRecurrence: Bool?
  private var outputs: Int
  private var undoState: UndoState
  private var historyBytes: Int
  private var flow: FlowTrack?
  private let lastRevision: Int

  /// Starts with the snapshot and the changes that were loaded with it.
  ///
  /// - Parameters:
  ///   - app: The version of the app in the snapshot.
  ///   - catalogue: Has the versions to which later changes migrate the session.
  init(_ stored: StoredSession, _ app: App, in catalogue: AppCatalogue? = nil) throws(CorruptSession) {
    let row = stored.session
    try row.check()
    self.stored = stored
    apps = AppVersions(app, in: catalogue)
    let tree = try stored.tree()
    do throws(EditMismatch) {
      // Before the changes, which trap on a tree without its shape.
      try tree.checkShape()
    } catch {
      throw CorruptSession(detail: "the snapshot is not a valid tree: \(error)")
    }
    draft = Draft(tree)
    revision = row.revision
    updatedAt = row.updatedAt
    activeAt = row.activeAt
    outputs = row.outputs
    undoState = row.undoState
    historyBytes = row.historyBytes
    flow = apps.flow(from: tree, row.flow)
    lastRevision = stored.lastRevision ?? stored.changes.last?.revision ?? row.revision
    for change in stored.changes { try visit(change) }
  }

  /// The query for the remaining changes; nil: none.
  var rest: PastQuery? {
    guard revision < lastRevision else { return nil }
    return PastQuery(
      session: stored.session.id, selection: .ascending(revision + 1...lastRevision), content: .all)
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    try apply(change.edits, of: change.revision)
    historyBytes += change.edits.count
    if change.part.isFirst { action = change.action }
    guard change.part.isLast else { return }
    draft.expand()
    try finish(change)
  }

  private mutating func apply(_ steps: [UInt8], of next: Int) throws(CorruptSession) {
    guard next == revision + 1 else {
      throw CorruptSession(detail: "revision \(revision + 1) is missing; the next one is \(next)")
    }
    let edits = try StoredEdits(stored: steps, of: next)
    var forgetsPast = false
    do throws(EditMismatch) {
      try edits.forEachGroup { edits throws(EditMismatch) in
        forgetsPast = forgetsPast || edits.forgetPast
        endsRecurrence = endsRecurrence ?? edits.isFiringOfRecurrence(by: "timer")
        try draft.replay(stored: edits, keepingText: true)
      }
    } catch {
      throw CorruptSession(detail: "the change of revision \(next) does not apply: \(error)")
    }
    if forgetsPast { undoState.oldest = next }
  }

  /// Completes a change after all its edits were applied.
  private mutating func finish(_ change: PastChange) throws(CorruptSession) {
    // Undo leads to an earlier revision, and the time must be representable.
    guard change.stateOf.map({ (1..<change.revision).contains($0) }) ?? true, Timer.moments.contains(change.at) else {
      throw CorruptSession(detail: "the time or the restored state of revision \(change.revision) is out of range")
    }
    revision = change.revision
    updatedAt = change.at
    // The row of a session that several nodes have may be ahead of its snapshot.
    if change.origin.actor != "timer" || endsRecurrence != true { activeAt = max(activeAt, change.at) }
    endsRecurrence = nil
    undoState.append(revision, stateOf: change.stateOf)
    apps.follow(draft.tree, at: revision, change.at, &flow, by: FlowCause(stored: action))
    // With about as many bytes for the request, which may be unknown here, and is rarely longer.
    historyBytes += 192 + change.outputs.count
    let list = try JSONValue(keeping: change.outputs, "the outputs of revision \(revision)")
    _ = list.forEachElement { _ in outputs += 1 }
  }

  /// Returns the store of the session at its last committed change.
  func store() throws(CorruptSession) -> SessionStore {
    guard revision == lastRevision else { throw .missing(revision + 1) }
    var undoState = undoState
    undoState.oldest = max(undoState.oldest, stored.oldest ?? 1)
    guard undoState.oldest <= revision else {
      throw CorruptSession(detail: "its oldest revision is \(undoState.oldest), and its last one \(revision)")
    }
    var draft = draft
    // The table of timers is always current, unlike the snapshot, so it replaces what the replay gives
    // (decision 0010).
    draft.restore(timers: try stored.pendingTimers())
    do throws(EditMismatch) {
      try draft.tree.checkWhole()
    } catch {
      throw CorruptSession(detail: "the snapshot and the changes after it do not give a valid tree: \(error)")
    }
    guard draft.tree.lastID <= UndoState.largest else {
      throw CorruptSession(detail: "the number of an id is out of range")
    }
    let (row, version) = (stored.session, draft.tree.appVersion)
    guard apps[version] != nil else {
      throw CorruptSession(detail: "it needs `\(apps.name)` version \(version), which is not loaded")
    }
    let store = SessionStore(
      id: row.id, apps: apps.led(by: version), createdAt: row.createdAt, updatedAt: updatedAt, activeAt: activeAt,
      revision: revision, outputs: outputs, undoState: undoState, historyBytes: historyBytes, tree: draft.tree,
      tokenHash: row.tokenHash,
      tokens: stored.tokens, metadata: row.metadata, idempotencyRecords: stored.idempotencyRecords, flow: flow)
    store.state.withLock { state in
      state.calls = stored.calls
      state.lag = SnapshotLag(at: row.revision)
      guard let position = stored.position else { return }
      state.commits = CommitState(position)
      state.lease = stored.lease
    }
    return store
  }
}
