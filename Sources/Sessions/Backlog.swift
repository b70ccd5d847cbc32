import JSON
import Navigation

/// The revisions that a listener has missed, made into events one by one: what was committed, and never a gap.
package struct Backlog: Sendable {
  private let store: SessionStore
  private let wantsSession: Bool
  private var changes: ArraySlice<PastChange>
  private var draft: Draft
  private var standing: SessionStore.Standing
  /// The revision of the last event.
  package let end: Int

  /// - Parameters:
  ///   - revision: The last one that the listener knows.
  ///   - changes: What the journal has of those after it, and before them those back to the one that made its state new.
  init(
    after revision: Int, of store: SessionStore, until beginning: SessionStore.Beginning, _ changes: [PastChange],
    wantsSession: Bool
  ) throws(DamagedSession) {
    self.store = store
    self.wantsSession = wantsSession
    end = beginning.standing.revision
    let missed = changes.filter { $0.revision > revision && $0.revision <= beginning.standing.revision }
    guard missed.count == beginning.standing.revision - revision else {
      throw DamagedSession(detail: "changes after revision \(revision) are missing")
    }
    self.changes = missed[...]
    guard wantsSession else {
      (draft, standing) = (Draft(beginning.tree), beginning.standing)
      return
    }
    let past = try Past(revision, of: beginning.tree, beginning.standing, createdAt: store.createdAt, changes)
    (draft, standing) = (Draft(past.tree), past.standing)
  }

  /// The next event; nil after the last.
  package mutating func next() throws(DamagedSession) -> SessionEvent? {
    guard let change = changes.popFirst() else { return nil }
    var session: [UInt8]?
    if wantsSession {
      draft.replay(try [Edit](stored: change.edits, of: change.revision))
      standing.revision = change.revision
      standing.updatedAt = change.at
      standing.timeline.append(change.revision, stateOf: change.stateOf)
      var json = JSONWriter(capacity: 512 + draft.tree.size)
      store.write(draft.tree, standing, to: &json)
      session = json.bytes
    }
    return SessionEvent(
      revision: change.revision, at: change.at, action: change.action, outputs: change.outputs, session: session)
  }
}
