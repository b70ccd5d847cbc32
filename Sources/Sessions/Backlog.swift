import JSON
import Navigation

/// The revisions that a listener has missed, made into events one by one: what was committed, and never a gap.
///
/// Holds a page of them at a time: those who take long over what they missed take little memory meanwhile.
package struct Backlog: Sendable {
  private let store: SessionStore
  private let journal: any Journal
  private let wantsSession: Bool
  private var page: ArraySlice<PastChange>
  /// The last one that an event was made of.
  private var reached: Int
  private var draft: Draft
  private var standing: SessionStore.Standing
  /// The revision of the last event.
  package let end: Int

  static let pageLength = 256

  package enum Step {
    case event(SessionEvent)
    /// `readOn` comes first.
    case pageEnd
    case end
  }

  /// - Parameters:
  ///   - revision: The last one that the listener knows.
  ///   - changes: What the journal has of those after it, and before them those back to the one that made its state new.
  init(
    after revision: Int, of store: SessionStore, until beginning: SessionStore.Beginning, _ changes: [PastChange],
    from journal: any Journal, wantsSession: Bool
  ) throws(DamagedSession) {
    self.store = store
    self.journal = journal
    reached = revision
    self.wantsSession = wantsSession
    end = beginning.standing.revision
    let missed = changes.filter { $0.revision > revision && $0.revision <= beginning.standing.revision }
    guard missed.count == beginning.standing.revision - revision else {
      throw DamagedSession(detail: "changes after revision \(revision) are missing")
    }
    // A copy, which does not hold the rest.
    page = Array(missed.prefix(Self.pageLength))[...]
    guard wantsSession else {
      (draft, standing) = (Draft(beginning.tree), beginning.standing)
      return
    }
    let past = try Past(revision, of: beginning.tree, beginning.standing, createdAt: store.createdAt, changes)
    (draft, standing) = (Draft(past.tree), past.standing)
  }

  package mutating func next() throws(DamagedSession) -> Step {
    guard let change = page.popFirst() else { return reached == end ? .end : .pageEnd }
    reached = change.revision
    var session: [UInt8]?
    if wantsSession {
      let edits = try [Edit](stored: change.edits, of: change.revision)
      do throws(UnfitEdit) {
        try draft.replay(stored: edits)
        try draft.tree.checkShape()
      } catch {
        throw DamagedSession(detail: "revision \(change.revision) does not follow: \(error)")
      }
      standing.revision = change.revision
      standing.updatedAt = change.at
      standing.timeline.append(change.revision, stateOf: change.stateOf)
      var json = JSONWriter(capacity: 512 + draft.tree.size)
      store.write(draft.tree, standing, to: &json)
      session = json.bytes
    }
    return .event(
      SessionEvent(
        revision: change.revision, at: change.at, action: change.action, outputs: change.outputs, session: session))
  }

  /// Turns the page.
  ///
  /// - Parameter found: nil: what comes next cannot be read, or is not kept any more.
  package func readOn(found: @escaping @Sendable (Backlog?) -> Void) {
    let revisions = reached + 1...min(reached + Self.pageLength, end)
    journal.past(PastQuery(session: store.id, way: .span(revisions))) { result in
      guard case .success(let changes) = result, changes.count == revisions.count else { return found(nil) }
      var backlog = self
      backlog.page = changes[...]
      found(backlog)
    }
  }

  /// About how many bytes it holds: the page, and the session as it was at that revision.
  package var heldBytes: Int {
    page.reduce(wantsSession ? 4 * draft.tree.size : 0) { $0 + $1.edits.count + $1.action.count + $1.outputs.count }
  }
}
