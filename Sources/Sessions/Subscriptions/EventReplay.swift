import JSON
import Navigation

/// The committed revisions that a subscriber has missed, as a sequence of events without gaps.
///
/// Holds one page of changes at a time, so that slow subscribers take little memory.
package struct EventReplay: Sendable {
  private let store: SessionStore
  private let journal: any Journal
  private var page: ArraySlice<PastChange> = []
  /// The query for the changes after the page; nil: none follow.
  private var rest: PastQuery?
  /// The revision of the last event returned.
  private var reached: Int
  /// The action of a change whose last part has not been read yet.
  private var action: [UInt8] = []
  /// The session at revision `reached`; nil: the events do not include the session.
  private var replay: Replay?
  /// The revision of the last event.
  package let end: Int

  /// A step of the replay.
  package enum Step {
    case event(SessionEvent)
    /// `readOn` has to be called first.
    case pageEnd
    case end
  }

  private init(
    after revision: Int, of store: SessionStore, until end: Int, _ past: HistoricalSession?, for listener: any Listener,
    from journal: any Journal
  ) {
    self.store = store
    self.journal = journal
    self.end = end
    replay = past.map { Replay($0, for: listener) }
    reached = revision
    guard revision < end else { return }
    rest = PastQuery(
      session: store.id, selection: .ascending(revision + 1...end), content: past == nil ? [.action, .outputs] : .all)
  }

  /// Rewinds to the last revision that a subscriber knows, and reads the first changes after it.
  ///
  /// - Parameters:
  ///   - revision: The last revision that the subscriber knows.
  ///   - listener: Its events may include the session or the plan, for which the state is replayed.
  static func begin(
    after revision: Int, of store: SessionStore, until beginning: SessionStore.Beginning, from journal: any Journal,
    for listener: any Listener
  ) async throws(PastFailure) -> EventReplay {
    let end = beginning.version.revision
    var past: HistoricalSession?
    if listener.wantsSession || listener.wantsPlan, revision < end {
      past = try await HistoricalSession.read(revision, of: store, beginning.tree, beginning.version, from: journal)
    }
    return try await EventReplay(after: revision, of: store, until: end, past, for: listener, from: journal).filled()
  }

  /// Returns the next event, or the reason that there is none yet.
  package mutating func next() throws(CorruptSession) -> Step {
    while let change = page.popFirst() {
      guard change.revision == reached + 1 else { throw .missing(reached + 1) }
      try replay?.apply(change)
      if change.part.isFirst {
        try change.check(change.action, "action")
        action = change.action
      }
      guard change.part.isLast else { continue }
      try change.check(change.outputs, "list of outputs")
      if let refused = change.refused { try change.check(refused, "refusal") }
      reached = change.revision
      let result = replay?.finish(change, in: store)
      return .event(
        SessionEvent(
          revision: change.revision, at: change.at, origin: change.origin, action: action, outputs: change.outputs,
          refused: change.refused, isImported: change.isImported, session: result?.session,
          transition: result?.transition))
    }
    return reached == end ? .end : .pageEnd
  }

  /// Reads the next page.
  ///
  /// - Returns: nil: the next changes cannot be read or were pruned.
  package func readOn() async -> EventReplay? { try? await filled() }

  /// Reads until the page holds a change, or no changes are left.
  private func filled() async throws(PastFailure) -> EventReplay {
    var replay = self
    while replay.page.isEmpty, replay.reached < end {
      // A page ends at a gap, so changes before the end were pruned.
      guard let rest = replay.rest else { throw .missing(reached + 1) }
      let found: PastPage
      do throws(JournalFailure) { found = try await journal.past(rest) } catch { throw .unread(error) }
      replay.page = found.changes[...]
      replay.rest = found.next
    }
    return replay
  }

  /// The approximate bytes in use: the page, and the session at its revision.
  package var heldBytes: Int {
    page.reduce(replay.map { 4 * $0.draft.tree.size } ?? 0) { $0 + $1.textCount }
  }
}

extension PastChange {
  /// Checks stored text that subscribers receive verbatim.
  fileprivate func check(_ text: [UInt8], _ name: String) throws(CorruptSession) {
    guard JSONValue.isText(text, maximumDepth: 2_048, roundingNumbers: true) else {
      throw CorruptSession(detail: "the \(name) of revision \(revision) is not JSON")
    }
  }
}

/// A session that is replayed through its history.
private struct Replay: Sendable {
  private(set) var draft: Draft
  private var version: SessionStore.Version
  private let wantsSession: Bool
  private let wantsPlan: Bool
  /// The edits of the current change, if the plan is wanted.
  private var edits: [Edit] = []

  init(_ past: HistoricalSession, for listener: any Listener) {
    draft = Draft(past.tree)
    version = past.version
    (wantsSession, wantsPlan) = (listener.wantsSession, listener.wantsPlan)
  }

  /// Applies the edits of a change, or of a part of it.
  mutating func apply(_ change: PastChange) throws(CorruptSession) {
    let stored = try [Edit](stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      let applied = try draft.replay(stored: stored)
      if wantsPlan { edits += applied }
      if change.part.isLast { try draft.tree.checkShape() }
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
  }

  /// Returns the parts of the event of a change whose edits were all applied.
  mutating func finish(
    _ change: PastChange, in store: SessionStore
  ) -> (session: [UInt8]?, transition: Transition?) {
    version.revision = change.revision
    version.updatedAt = change.at
    version.undoState.append(change.revision, stateOf: change.stateOf)
    defer { edits = [] }
    return (
      wantsSession ? session(in: store) : nil, wantsPlan ? Transition(edits, to: draft.tree) : nil
    )
  }

  private func session(in store: SessionStore) -> [UInt8] {
    var json = JSONWriter(capacity: 512 + draft.tree.size)
    json.append(session: store, draft.tree, version, store.metadata)
    return json.bytes
  }
}
