import JSON
import Navigation

extension SessionStore {
  /// Returns the changed rows at the last committed revision, and marks them as projected.
  package func takeProjection() -> Projection? {
    state.withLock { state in
      guard !state.dirtyRows.isEmpty else { return nil }
      // The tables show committed revisions only, so pending changes are reverted temporarily.
      for change in state.pending.reversed() { state.draft.revert(change.edits) }
      defer { for change in state.pending { state.draft.replay(change.edits) } }
      let session = row(state.committedVersion, state.draft.tree, state.tokenHash)
      defer { state.dirtyRows = DirtyRows() }
      return Projection(session: session, of: state.draft.tree, where: state.dirtyRows)
    }
  }

  /// Merges a projection that was not written into the next one.
  package func restore(_ projection: Projection) {
    state.withLock { $0.dirtyRows.add(older: DirtyRows(projection)) }
  }

  /// Returns all rows of a new session.
  func wholeProjection() -> Projection {
    state.withLock { state in
      Projection(session: row(state.version, state.draft.tree, state.tokenHash), of: state.draft.tree)
    }
  }

  private func row(_ version: Version, _ tree: Tree, _ tokenHash: [UInt8]) -> SessionRow {
    SessionRow(
      id: id, app: app.name, appVersion: app.version, revision: version.revision, createdAt: createdAt,
      updatedAt: version.updatedAt, nextID: tree.lastID, outputs: version.outputs, undoState: version.undoState,
      historyBytes: version.historyBytes, data: tree.data.bytes, tokenHash: tokenHash)
  }
}
