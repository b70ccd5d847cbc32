import Digest
import JSON
import Navigation

extension SessionStore {
  /// A listener, and the last revision that it knew of when it began.
  struct Hearer: Sendable {
    let listener: any Listener
    let heard: Int
    /// The hash of the token that lets it listen; nil: it needs none.
    let token: [UInt8]?
  }

  /// Somebody who is to become a listener.
  struct Newcomer: Sendable {
    let listener: any Listener
    let token: [UInt8]?
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
    /// The token is not the session's, or not any more.
    case forbidden
    /// As many listen as may.
    case crowded
    case lookUpAgain
  }

  /// Adds a listener: it is told of each revision after the last one that is committed.
  ///
  /// - Parameters:
  ///   - token: The hash of the one that lets it listen, for as long as it is the session's; nil: it needs none.
  ///   - limit: How many may listen.
  ///   - began: Is called when it begins later, or does not.
  func listen(
    _ listener: any Listener, holding token: [UInt8]?, limit: Int, began: @escaping @Sendable (Joining) -> Void
  ) -> Joining {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      // Who may not listen is not told how many do.
      if state.mayListen(token), state.hearers.count + state.joining.count >= limit { return .crowded }
      let newcomer = Newcomer(listener: listener, token: token)
      guard let last = state.pending.indices.last else { return state.add(newcomer) }
      // What is pending was encoded for nobody. What comes from now on is encoded for this one, too.
      state.joining.append(newcomer)
      state.pending[last].waiting.append(Waiting { [self] _ in began(join(newcomer)) })
      return .waits
    }
  }

  private func join(_ newcomer: Newcomer) -> Joining {
    state.withLock { state in
      state.joining.removeAll { $0.listener === newcomer.listener }
      return state.add(newcomer)
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
      state.hearers.contains { $0.listener.wantsSession } || state.joining.contains { $0.listener.wantsSession }
    return SessionEvent(
      revision: change.revision, at: change.at, action: Array(change.text[change.action]),
      outputs: Array(change.text[change.outputs]), refused: change.refused.map { Array(change.text[$0]) },
      session: wantsSession ? encoded(&state) : nil)
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

  /// Ends those who listen by a token that is not the session's any more.
  func announceRevocation(by announcer: Announcer) {
    let ended = state.withLock { state in
      let hearers = state.hearers
      state.hearers = hearers.filter { state.mayListen($0.token) }
      return hearers.filter { !state.mayListen($0.token) }
    }
    if !ended.isEmpty { announcer.announceRevocation(to: ended) }
  }
}

extension SessionStore.State {
  fileprivate mutating func add(_ newcomer: SessionStore.Newcomer) -> SessionStore.Joining {
    guard mayListen(newcomer.token) else { return .forbidden }
    guard !isDeleted else { return .deleted }
    let (tree, standing) = committed
    hearers.append(
      SessionStore.Hearer(listener: newcomer.listener, heard: standing.revision, token: newcomer.token))
    return .began(SessionStore.Beginning(tree: tree, standing: standing))
  }

  fileprivate func mayListen(_ token: [UInt8]?) -> Bool {
    token.map { SHA256.isSame($0, tokenHash) } ?? true
  }

  /// The tree and the standing without what is pending.
  var committed: (tree: Tree, standing: SessionStore.Standing) {
    guard !pending.isEmpty else { return (draft.tree, standing) }
    var draft = draft
    for change in pending.reversed() { draft.revert(change.edits) }
    return (draft.tree, committedStanding)
  }
}
