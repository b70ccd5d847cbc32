import Digest
import JSON
import Navigation

extension SessionStore {
  /// A listener with the last revision before its subscription.
  struct Subscription: Sendable {
    let listener: any Listener
    let heard: Int
    /// The hash of the listener's token; nil: not required.
    let token: [UInt8]?
  }

  /// A subscription that starts after the pending writes complete.
  struct PendingSubscription: Sendable {
    let listener: any Listener
    let token: [UInt8]?
  }

  /// The committed state at the start of a subscription.
  struct Beginning: Sendable {
    let tree: Tree
    let version: Version
  }

  enum SubscribeResult {
    case began(Beginning)
    /// It starts when the pending writes have completed.
    case waits
    case deleted
    /// The token is not the session's, or no longer.
    case forbidden
    /// The limit of subscribers is reached.
    case crowded
    case lookUpAgain
  }

  /// Subscribes a listener to each revision after the last committed one.
  ///
  /// - Parameters:
  ///   - token: The hash of the listener's token, which has to stay the session's; nil: not required.
  ///   - limit: The limit of subscribers.
  ///   - began: Called when the subscription starts later, or fails then.
  func listen(
    _ listener: any Listener, holding token: [UInt8]?, limit: Int, began: @escaping @Sendable (SubscribeResult) -> Void
  ) -> SubscribeResult {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      // A client without access does not learn the number of subscribers.
      if state.mayListen(token), state.subscriptions.count + state.joining.count >= limit { return .crowded }
      let pending = PendingSubscription(listener: listener, token: token)
      guard let last = state.pending.indices.last else { return state.add(pending) }
      // No events were encoded for the pending changes. Later changes are encoded for this subscriber too.
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

  /// The subscribers that want to be listed.
  var presences: [Presence] { state.withLock { $0.subscriptions.compactMap(\.listener.presence) } }

  /// Returns the newest revision as an event, or nil without subscribers.
  func event(for change: Change, _ state: inout State) -> SessionEvent? {
    guard !state.subscriptions.isEmpty || !state.joining.isEmpty else { return nil }
    let wantsSession =
      state.subscriptions.contains { $0.listener.wantsSession } || state.joining.contains { $0.listener.wantsSession }
    return SessionEvent(
      revision: change.revision, at: change.at, action: Array(change.text[change.action]),
      outputs: Array(change.text[change.outputs]), refused: change.refused.map { Array(change.text[$0]) },
      session: wantsSession ? encoded(&state) : nil)
  }

  /// Sends a committed revision to all subscribers.
  func announce(_ event: SessionEvent, by broadcaster: EventBroadcaster) {
    let subscriptions = state.withLock { $0.subscriptions }
    if !subscriptions.isEmpty { broadcaster.announce(event, to: subscriptions) }
  }

  /// Ends all subscriptions because the session was deleted.
  func announceDeletion(by broadcaster: EventBroadcaster) {
    let subscriptions = state.withLock { state in
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    if !subscriptions.isEmpty { broadcaster.announceDeletion(to: subscriptions) }
  }

  /// Ends the subscriptions whose token is no longer valid.
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

  /// The tree and the version without pending changes.
  var committed: (tree: Tree, version: SessionStore.Version) {
    guard !pending.isEmpty else { return (draft.tree, version) }
    var draft = draft
    for change in pending.reversed() { draft.revert(change.edits) }
    return (draft.tree, committedVersion)
  }
}
