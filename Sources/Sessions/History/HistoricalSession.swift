import Navigation

/// A session at an earlier revision.
struct HistoricalSession: Sendable {
  let tree: Tree
  let version: SessionStore.Version

  /// Restores a session at a revision by reverting all later changes.
  ///
  /// - Parameters:
  ///   - revision: An available revision.
  ///   - tree: The committed tree of `version`.
  static func read(
    _ revision: Int, of store: SessionStore, _ tree: Tree, _ version: SessionStore.Version, from journal: any Journal
  ) async throws(PastFailure) -> HistoricalSession {
    let rewind = Rewind(tree, from: version.revision, to: revision)
    let walked = try await journal.walk(rewind.query(store.id), with: rewind)
    let tree = try PastFailure.finding { () throws(CorruptSession) in try walked.finish() }
    return HistoricalSession(tree: tree, version: try await read(version, at: revision, of: store, from: journal))
  }

  /// Restores the undo state at a revision, from the changes back to the last one that made a new state.
  private static func read(
    _ version: SessionStore.Version, at revision: Int, of store: SessionStore, from journal: any Journal
  ) async throws(PastFailure) -> SessionStore.Version {
    // Revision 1 has no change.
    let oldest = max(version.undoState.oldest, 2)
    let query =
      oldest <= revision
      ? PastQuery(session: store.id, selection: .descending(oldest...revision), content: []) : nil
    let origin = try await journal.walk(query, with: StateOrigin())
    guard query == nil || origin.last != nil else { throw .missing(revision) }
    var undoState = version.undoState
    undoState.shown = origin.last?.stateOf ?? revision
    // If the change that made it was pruned, nothing can be redone.
    undoState.tip = origin.newState ?? undoState.shown
    return SessionStore.Version(
      revision: revision, updatedAt: origin.last?.at ?? store.createdAt,
      activeAt: origin.last?.at ?? store.createdAt, outputs: version.outputs, undoState: undoState)
  }
}

/// The changes before a revision, back to the last one that made a new state.
private struct StateOrigin: PastVisitor {
  private(set) var last: PastChange?
  private(set) var newState: Int?
  var isDone: Bool { newState != nil }

  mutating func visit(_ change: PastChange) {
    if last == nil { last = change }
    if change.stateOf == nil { newState = change.revision }
  }
}
