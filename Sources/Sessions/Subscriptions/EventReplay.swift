import JSON
import Navigation

/// The revisions that a listener has missed, made into events one by one: what was committed, and never a gap.
///
/// Holds a page of them at a time: those who take long over what they missed take little memory meanwhile.
package struct EventReplay: Sendable {
  private let store: SessionStore
  private let journal: any Journal
  private var page: ArraySlice<PastChange> = []
  /// The request for what follows the page; nil: nothing does.
  private var rest: PastQuery?
  /// The last one that an event was made of.
  private var reached: Int
  /// The action of a change whose last part is still to come.
  private var action: [UInt8] = []
  /// The session as of `reached`; nil: events do not have it.
  private var replay: Replay?
  /// The revision of the last event.
  package let end: Int

  package enum Step {
    case event(SessionEvent)
    /// `readOn` comes first.
    case pageEnd
    case end
  }

  private init(
    after revision: Int, of store: SessionStore, until end: Int, _ past: HistoricalSession?, from journal: any Journal
  ) {
    self.store = store
    self.journal = journal
    self.end = end
    replay = past.map { Replay(draft: Draft($0.tree), version: $0.version) }
    reached = revision
    guard revision < end else { return }
    rest = PastQuery(
      session: store.id, selection: .ascending(revision + 1...end), content: past == nil ? [.action, .outputs] : .all)
  }

  /// Goes back to the revision after which a listener has missed what came, and reads the first of it.
  ///
  /// - Parameters:
  ///   - revision: The last one that the listener knows.
  ///   - wantsSession: Whether events have the session as it was.
  static func begin(
    after revision: Int, of store: SessionStore, until beginning: SessionStore.Beginning, from journal: any Journal,
    wantsSession: Bool, ended: @escaping @Sendable (Result<EventReplay, PastFailure>) -> Void
  ) {
    let end = beginning.version.revision
    let begin: @Sendable (HistoricalSession?) -> Void = { past in
      EventReplay(after: revision, of: store, until: end, past, from: journal).fill(ended)
    }
    guard wantsSession, revision < end else { return begin(nil) }
    HistoricalSession.read(revision, of: store, beginning.tree, beginning.version, from: journal) { result in
      switch result {
      case .success(let past): begin(past)
      case .failure(let failure): ended(.failure(failure))
      }
    }
  }

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
      let session = replay?.session(in: store, after: change)
      return .event(
        SessionEvent(
          revision: change.revision, at: change.at, action: action, outputs: change.outputs, refused: change.refused,
          session: session))
    }
    return reached == end ? .end : .pageEnd
  }

  /// Turns the page.
  ///
  /// - Parameter found: nil: what comes next cannot be read, or is not kept any more.
  package func readOn(found: @escaping @Sendable (EventReplay?) -> Void) {
    fill { found(try? $0.get()) }
  }

  /// Reads until there is a change in the page, or nothing left.
  private func fill(_ ended: @escaping @Sendable (Result<EventReplay, PastFailure>) -> Void) {
    guard page.isEmpty, reached < end else { return ended(.success(self)) }
    guard let rest else { return ended(.failure(.missing(reached + 1))) }
    journal.past(rest) { result in
      switch result {
      case .failure(let failure): ended(.failure(.unread(failure)))
      case .success(let found):
        var backlog = self
        backlog.page = found.changes[...]
        backlog.rest = found.next
        backlog.fill(ended)
      }
    }
  }

  /// About how many bytes it holds: the page, and the session as it was at that revision.
  package var heldBytes: Int {
    page.reduce(replay.map { 4 * $0.draft.tree.size } ?? 0) { $0 + $1.textCount }
  }
}

extension PastChange {
  /// Checks a text that listeners are sent as it is stored.
  fileprivate func check(_ text: [UInt8], _ name: String) throws(CorruptSession) {
    guard JSONValue.isText(text, maximumDepth: 2_048) else {
      throw CorruptSession(detail: "the \(name) of revision \(revision) is not JSON")
    }
  }
}

/// A session on its way through its past.
private struct Replay: Sendable {
  var draft: Draft
  var version: SessionStore.Version

  /// Goes on by the steps of a change.
  mutating func apply(_ change: PastChange) throws(CorruptSession) {
    let edits = try [Edit](stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      try draft.replay(stored: edits)
      if change.part.isLast { try draft.tree.checkShape() }
    } catch {
      throw CorruptSession(detail: "revision \(change.revision) does not follow: \(error)")
    }
  }

  /// The session as JSON, once all steps of a change were applied.
  mutating func session(in store: SessionStore, after change: PastChange) -> [UInt8] {
    version.revision = change.revision
    version.updatedAt = change.at
    version.undoState.append(change.revision, stateOf: change.stateOf)
    var json = JSONWriter(capacity: 512 + draft.tree.size)
    store.write(draft.tree, version, to: &json)
    return json.bytes
  }
}
