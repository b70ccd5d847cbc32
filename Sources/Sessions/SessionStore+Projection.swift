import JSON
import Navigation

extension SessionStore {
  package func takeProjection() -> Projection? {
    state.withLock { state in
      guard !state.dirt.isEmpty else { return nil }
      // The tables show committed revisions only: pending changes are taken back for a moment.
      for change in state.pending.reversed() { state.draft.revert(change.edits) }
      defer { for change in state.pending { state.draft.replay(change.edits) } }
      let session = row(state.committedStanding, state.draft.tree, state.tokenHash)
      defer { state.dirt = Dirt() }
      return Projection(session: session, of: state.draft.tree, where: state.dirt)
    }
  }

  package func giveBack(_ projection: Projection) {
    state.withLock { $0.dirt.add(older: Dirt(projection)) }
  }

  /// The rows of a session that begins.
  func wholeProjection() -> Projection {
    state.withLock { state in
      Projection(session: row(state.standing, state.draft.tree, state.tokenHash), of: state.draft.tree)
    }
  }

  private func row(_ standing: Standing, _ tree: Tree, _ tokenHash: [UInt8]) -> SessionRow {
    SessionRow(
      id: id, app: app.name, appVersion: app.version, revision: standing.revision, createdAt: createdAt,
      updatedAt: standing.updatedAt, nextID: tree.lastID, outputs: standing.outputs, timeline: standing.timeline,
      historyBytes: standing.historyBytes, data: tree.data.bytes, tokenHash: tokenHash)
  }
}
