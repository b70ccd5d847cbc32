import JSON
import Navigation

extension SessionStore {
  /// A listener, and the last revision that it knew of when it began.
  struct Hearer: Sendable {
    let listener: any Listener
    let heard: Int
  }

  /// What was committed when listening began.
  struct Beginning: Sendable {
    let tree: Tree
    let standing: Standing
  }

  enum Joining {
    case began(Beginning)
    /// It begins when what is pending has settled.
    case waits
    case deleted
    case lookUpAgain
  }

  /// Adds a listener: it is told of each revision after the last one that is committed.
  ///
  /// - Parameter began: Is called when it begins later; with nil when the session was deleted meanwhile.
  func listen(_ listener: any Listener, began: @escaping @Sendable (Beginning?) -> Void) -> Joining {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      guard let last = state.pending.indices.last else {
        return state.isDeleted ? .deleted : .began(state.add(listener))
      }
      // What is pending was encoded for nobody. What comes from now on is encoded for this one, too.
      state.joining.append(listener)
      state.pending[last].waiting.append(Waiting { [self] _ in began(join(listener)) })
      return .waits
    }
  }

  private func join(_ listener: any Listener) -> Beginning? {
    state.withLock { state in
      state.joining.removeAll { $0 === listener }
      return state.isDeleted ? nil : state.add(listener)
    }
  }

  func stopListening(_ listener: any Listener) {
    state.withLock { state in state.hearers.removeAll { $0.listener === listener } }
  }

  /// Those who listen and want it to be seen.
  var presences: [Presence] { state.withLock { $0.hearers.compactMap(\.listener.presence) } }

  /// The revision that was just made as an event, if anybody listens.
  func event(for change: Change, _ state: inout State) -> SessionEvent? {
    guard !state.hearers.isEmpty || !state.joining.isEmpty else { return nil }
    let wantsSession =
      state.hearers.contains { $0.listener.wantsSession } || state.joining.contains { $0.wantsSession }
    return SessionEvent(
      revision: change.revision, at: change.at, action: Array(change.text[change.action]),
      outputs: Array(change.text[change.outputs]), session: wantsSession ? encoded(&state) : nil)
  }

  /// Tells those who listen of a revision that is committed.
  func announce(_ event: SessionEvent, by announcer: Announcer) {
    let hearers = state.withLock { $0.hearers }
    if !hearers.isEmpty { announcer.announce(event, to: hearers) }
  }

  /// Tells those who listen that there is nothing to listen to any more.
  func announceDeletion(by announcer: Announcer) {
    let hearers = state.withLock { state in
      defer { state.hearers = [] }
      return state.hearers
    }
    if !hearers.isEmpty { announcer.announceDeletion(to: hearers) }
  }
}

extension SessionStore.State {
  fileprivate mutating func add(_ listener: any Listener) -> SessionStore.Beginning {
    let (tree, standing) = committed
    hearers.append(SessionStore.Hearer(listener: listener, heard: standing.revision))
    return SessionStore.Beginning(tree: tree, standing: standing)
  }

  /// The tree and the standing without what is pending.
  var committed: (tree: Tree, standing: SessionStore.Standing) {
    guard !pending.isEmpty else { return (draft.tree, standing) }
    var draft = draft
    for change in pending.reversed() { draft.revert(change.edits) }
    return (draft.tree, committedStanding)
  }
}
