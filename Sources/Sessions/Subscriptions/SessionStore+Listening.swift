import Digest
import JSON
import Navigation

extension SessionStore {
  /// A listener, and the last revision that it knew of when it began.
  struct Subscription: Sendable {
    let listener: any Listener
    let heard: Int
    /// The hash of the token that lets it listen; nil: it needs none.
    let token: [UInt8]?
  }

  /// Somebody who is to become a listener.
  struct PendingSubscription: Sendable {
    let listener: any Listener
    let token: [UInt8]?
  }

  /// What was committed when listening began.
  struct Beginning: Sendable {
    let tree: Tree
    let version: Version
  }

  enum SubscribeResult {
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
    _ listener: any Listener, holding token: [UInt8]?, limit: Int, began: @escaping @Sendable (SubscribeResult) -> Void
  ) -> SubscribeResult {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      // Who may not listen is not told how many do.
      if state.mayListen(token), state.subscriptions.count + state.joining.count >= limit { return .crowded }
      let pending = PendingSubscription(listener: listener, token: token)
      guard let last = state.pending.indices.last else { return state.add(pending) }
      // What is pending was encoded for nobody. What comes from now on is encoded for this one, too.
      state.joining.append(pending)
      state.pending[last].waiting.append(Waiting { [self] _ in began(join(pending)) })
      return .waits
    }
  }

  private func join(_ pending: PendingSubscription) -> SubscribeResult {
    state.withLock { state in
      state.joining.removeAll { $0.listener === pending.listener }
      return state.add(pending)
    }
  }

  func stopListening(_ listener: any Listener) {
    state.withLock { state in state.subscriptions.removeAll { $0.listener === listener } }
  }

  /// Those who listen and want it to be seen.
  var presences: [Presence] { state.withLock { $0.subscriptions.compactMap(\.listener.presence) } }

  /// The revision that was just made as an event, if anybody listens.
  func event(for change: Change, _ state: inout State) -> SessionEvent? {
    guard !state.subscriptions.isEmpty || !state.joining.isEmpty else { return nil }
    let wantsSession =
      state.subscriptions.contains { $0.listener.wantsSession } || state.joining.contains { $0.listener.wantsSession }
    return SessionEvent(
      revision: change.revision, at: change.at, action: Array(change.text[change.action]),
      outputs: Array(change.text[change.outputs]), refused: change.refused.map { Array(change.text[$0]) },
      session: wantsSession ? encoded(&state) : nil)
  }

  /// Tells those who listen of a revision that is committed.
  func announce(_ event: SessionEvent, by broadcaster: EventBroadcaster) {
    let subscriptions = state.withLock { $0.subscriptions }
    if !subscriptions.isEmpty { broadcaster.announce(event, to: subscriptions) }
  }

  /// Tells those who listen that there is nothing to listen to any more.
  func announceDeletion(by broadcaster: EventBroadcaster) {
    let subscriptions = state.withLock { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    if !subscriptions.isEmpty { broadcaster.announceDeletion(to: subscriptions) }
  }

  /// Ends those who listen by a token that is not the session's any more.
  func announceRevocation(by broadcaster: EventBroadcaster) {
    let ended = state.withLock { state in
      let subscriptions = state.subscriptions
      state.subscriptions = subscriptions.filter { state.mayListen($0.token) }
      return subscriptions.filter { !state.mayListen($0.token) }
    }
    if !ended.isEmpty { broadcaster.announceRevocation(to: ended) }
  }
}

extension SessionStore.State {
  fileprivate mutating func add(_ pending: SessionStore.PendingSubscription) -> SessionStore.SubscribeResult {
    guard mayListen(pending.token) else { return .forbidden }
    guard !isDeleted else { return .deleted }
    let (tree, version) = committed
    subscriptions.append(
      SessionStore.Subscription(listener: pending.listener, heard: version.revision, token: pending.token))
    return .began(SessionStore.Beginning(tree: tree, version: version))
  }

  fileprivate func mayListen(_ token: [UInt8]?) -> Bool {
    token.map { SHA256.isSame($0, tokenHash) } ?? true
  }

  /// The tree and the standing without what is pending.
  var committed: (tree: Tree, version: SessionStore.Version) {
    guard !pending.isEmpty else { return (draft.tree, version) }
    var draft = draft
    for change in pending.reversed() { draft.revert(change.edits) }
    return (draft.tree, committedVersion)
  }
}
