import JSON
import Navigation

/// A session on its way from the journal into memory: first what its tables show, then each change after that as it was
/// recorded. No reducer runs.
struct SessionRecovery: PastVisitor {
  private let stored: StoredSession
  private let app: App
  private var draft: Draft
  private var revision: Int
  private var updatedAt: Int64
  private var outputs: Int
  private var undoState: UndoState
  private var historyBytes: Int
  private var dirtyRows = DirtyRows()
  private let lastRevision: Int

  /// Begins with the tables and those changes that came with them.
  init(_ stored: StoredSession, _ app: App) throws(CorruptSession) {
    let row = stored.session
    try row.check()
    self.stored = stored
    self.app = app
    draft = Draft(
      Tree(root: try stored.root(), data: try JSONValue(stored: row.data, "the session's data"), lastID: row.nextID))
    revision = row.revision
    updatedAt = row.updatedAt
    outputs = row.outputs
    undoState = row.undoState
    historyBytes = row.historyBytes
    lastRevision = stored.lastRevision ?? stored.changes.last?.revision ?? row.revision
    for change in stored.changes {
      try apply(change.edits, of: change.revision)
      try finish(change)
    }
  }

  /// The request for the changes that have yet to come; nil: none has.
  var rest: PastQuery? {
    guard revision < lastRevision else { return nil }
    return PastQuery(
      session: stored.session.id, selection: .ascending(revision + 1...lastRevision), content: [.steps, .outputs])
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    try apply(change.edits, of: change.revision)
    historyBytes += change.edits.count
    guard change.part.isLast else { return }
    try finish(
      StoredChange(
        revision: change.revision, at: change.at, edits: [], outputs: change.outputs, stateOf: change.stateOf))
  }

  private mutating func apply(_ steps: [UInt8], of next: Int) throws(CorruptSession) {
    guard next == revision + 1 else {
      throw CorruptSession(detail: "revision \(revision + 1) is missing; the next one is \(next)")
    }
    let edits = try [Edit](stored: steps, of: next)
    do throws(EditMismatch) {
      dirtyRows.note(try draft.replay(stored: edits))
    } catch {
      throw CorruptSession(detail: "revision \(next) does not follow: \(error)")
    }
  }

  /// All steps of a change were applied.
  private mutating func finish(_ change: StoredChange) throws(CorruptSession) {
    // Going back leads to an older revision, and a time can be written.
    guard change.stateOf.map({ (1..<change.revision).contains($0) }) ?? true, Timer.moments.contains(change.at) else {
      throw CorruptSession(detail: "revision \(change.revision) has a time or a state that cannot be")
    }
    revision = change.revision
    updatedAt = change.at
    undoState.append(revision, stateOf: change.stateOf)
    historyBytes += change.historyBytes
    outputs +=
      try JSONValue(stored: change.outputs, "the outputs of revision \(revision)").arrayValue?.count ?? 0
  }

  /// The store of the session as it was when its last change was committed.
  func store() throws(CorruptSession) -> SessionStore {
    guard revision == lastRevision else { throw .missing(revision + 1) }
    var draft = draft
    draft.restore(timers: try stored.pendingTimers())
    do throws(EditMismatch) {
      try draft.tree.checkWhole()
    } catch {
      throw CorruptSession(detail: "the tables and the changes after them lead to no tree: \(error)")
    }
    guard draft.tree.lastID <= UndoState.largest else { throw CorruptSession(detail: "an id has too large a number") }
    let row = stored.session
    let store = SessionStore(
      id: row.id, app: app, createdAt: row.createdAt, updatedAt: updatedAt, revision: revision, outputs: outputs,
      undoState: undoState, historyBytes: historyBytes, tree: draft.tree, tokenHash: row.tokenHash,
      answers: stored.answers)
    store.state.withLock { $0.dirtyRows = dirtyRows }
    return store
  }
}
