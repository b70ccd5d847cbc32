import JSON
import Navigation

extension SessionStore {
  /// The committed state at the start of a subscription.
  struct Beginning: Sendable {
    let store: SessionStore
    let tree: Tree
    let version: Version
  }

  enum SubscribeResult: Sendable {
    case began(Beginning)
    case deleted
    /// The token is not the session's, or no longer.
    case forbidden
    /// The limit of subscribers is reached.
    case crowded
  }

  /// Subscribes a listener to each revision after the last committed one.
  ///
  /// - Parameters:
  ///   - limit: The limit of subscribers.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The result once the pending writes have completed; nil: the store was unloaded.
  func subscribe(_ subscription: Subscription, limit: Int, at now: Int64) async -> SubscribeResult? {
    let subscription = subscription.joining(self)
    return await awaiting { [self] began in
      let result = state.withLock { state -> SubscribeResult?? in
        if state.isRetired { return .some(nil) }
        // A client without access does not learn the number of subscribers.
        if subscription.isAllowed(by: state, at: now), state.subscriptions.count >= limit { return .crowded }
        guard let last = state.pending.indices.last else { return start(subscription, at: now, &state) }
        // No events were encoded for the pending changes. Later changes are encoded for this subscriber too.
        state.subscriptions.add(subscription)
        state.pending[last].waiting.append(Waiting { [self] _ in began(start(subscription, at: now)) })
        return nil
      }
      if let result { began(result) }
    }
  }

  /// Starts a subscription after the pending writes have completed.
  private func start(_ subscription: Subscription, at now: Int64) -> SubscribeResult {
    state.withLock { state in
      state.subscriptions.endWait(of: subscription)
      return start(subscription, at: now, &state)
    }
  }

  private func start(_ subscription: Subscription, at now: Int64, _ state: inout State) -> SubscribeResult {
    // Checked here for all: the token may have been replaced by the writes that the subscription waited for.
    guard subscription.isAllowed(by: state, at: now) else { return .forbidden }
    guard !state.isDeleted else { return .deleted }
    let (tree, version) = state.committed
    state.subscriptions.start(subscription, after: version.revision, on: state.appVersion)
    return .began(Beginning(store: self, tree: tree, version: version))
  }

  func stopListening(_ listener: any Listener) {
    state.withLock { $0.subscriptions.remove(listener) }
  }

  func isSubscribed(_ listener: any Listener) -> Bool { state.withLock { $0.subscriptions.contains(listener) } }

  /// The listed subscribers.
  var presences: [Presence] {
    state.withLock { state in
      state.subscriptions.active.compactMap { subscription in
        guard var presence = subscription.listener.presence, presence.isListed else { return nil }
        presence.shown = state.subscriptions.shown[subscription.token]
        return presence
      }
    }
  }

  // MARK: Events

  /// Returns the newest revision as an event.
  ///
  /// - Parameter edits: The edits of the change.
  func event(for change: Change, _ edits: [Edit], _ state: inout State) -> SessionEvent {
    SessionEvent(
      revision: change.revision, at: change.at, origin: change.origin, action: Array(change.text[change.action]),
      outputs: Array(change.text[change.outputs]), refused: change.refused.map { Array(change.text[$0]) },
      session: state.subscriptions.wantsSession ? encoded(&state) : nil,
      transition: state.subscriptions.wantsPlan ? Transition(edits, to: state.draft.tree) : nil)
  }

  /// Sends a refusal to the subscribers that want refusals, after the pending changes that it depends on are durable.
  func announce(
    _ refused: ActionError, _ request: @autoclosure () -> ActionRequest, _ state: inout State,
    _ environment: SessionEnvironment
  ) {
    guard !state.subscriptions.active.isEmpty else { return }
    let curious = state.subscriptions.active.map(\.listener).filter(\.wantsRefusals)
    guard !curious.isEmpty else { return }
    let request = request()
    let refusal = RefusalEvent(
      revision: state.revision, at: state.draft.now, action: request.sent, origin: request.origin, refused: refused)
    let announce = { @Sendable in environment.broadcaster.announce(to: curious) { $0.receive(refusal) } }
    if state.pending.isEmpty { announce() } else { state.whenCommitted(announce) }
  }

  /// Ends all subscriptions. `tell` gives the reason to each listener.
  func endSubscriptions(by broadcaster: EventBroadcaster, _ tell: @escaping @Sendable (any Listener) -> Void) {
    let waiters = state.withLock { $0.endSubscriptions(by: broadcaster, tell) }
    for waiter in waiters { waiter.end(false) }
  }

  // MARK: Shown revisions

  /// Takes a device's report, and tells it to the other listeners.
  ///
  /// - Parameter token: The hash of the device's token; nil: none.
  func report(
    shown report: ShownReport, by token: [UInt8]?, _ environment: SessionEnvironment
  ) -> StoreResult {
    var ended: [ShownWaiter] = []
    let result = state.withLock { state -> StoreResult in
      if state.isRetired { return .retired }
      if state.isDeleted { return .answered(.notFound) }
      let last = state.committedVersion.revision
      guard report.revision <= last else { return .answered(.noSuchRevision(report.revision, last: last)) }
      let others = state.subscriptions.active.filter { token == nil || $0.token != token }
      let isKept = state.subscriptions.active.contains { $0.token == token }
      ended = state.subscriptions.shown.add(report, by: token, isKept: isKept)
      environment.broadcaster.announce(to: others.map(\.listener)) { $0.receive(report) }
      return .answered(.unchanged)
    }
    for waiter in ended { waiter.end(true) }
    return result
  }

  /// Whether reports of devices are listened to or waited for.
  var awaitsReports: Bool { state.withLock { !$0.subscriptions.isEmpty } }

  /// Applies the reports of the devices on all nodes, and tells the new ones to the listeners.
  func apply(_ stored: StoredPresences, by broadcaster: EventBroadcaster) {
    let ended = state.withLock { state -> [ShownWaiter] in
      guard !state.isRetired, !state.isDeleted else { return [] }
      for (token, report) in state.subscriptions.shown.mergeNew(stored.reports) {
        let others = state.subscriptions.active.filter { token.isEmpty || $0.token != token }
        broadcaster.announce(to: others.map(\.listener)) { $0.receive(report) }
      }
      return stored.newestShown.map { state.subscriptions.shown.reach($0.revision) } ?? []
    }
    for waiter in ended { waiter.end(true) }
  }

  /// Lets a waiter wait for its revision.
  ///
  /// - Returns: false when the store was unloaded.
  func wait(_ waiter: ShownWaiter) -> Bool {
    var result: Bool?
    let isRetired = state.withLock { state in
      if state.isRetired { return true }
      if state.isDeleted { result = false } else if !state.subscriptions.shown.add(waiter) { result = true }
      return false
    }
    if let result { waiter.end(result) }
    return !isRetired
  }

  func stopWaiting(_ waiter: ShownWaiter) {
    state.withLock { $0.subscriptions.shown.remove(waiter) }
  }
}

// The order of the calls under the lock is the order in which subscribers receive them.
extension SessionStore.State {
  /// Sends a committed revision to all subscribers.
  mutating func announce(_ event: SessionEvent, by broadcaster: EventBroadcaster) {
    // The stream of an expired token ends before its next event, which needs no timer (decision 0043).
    if tokens.items.contains(where: { $0.expiresAt != nil }) || subscriptions.dependOnVersion(appVersion) {
      announceRevocation(at: event.at, by: broadcaster)
    }
    if !subscriptions.active.isEmpty { broadcaster.announce(event, to: subscriptions.active) }
  }

  /// Sends the revision of the last pending change once it is durable.
  mutating func announceWhenCommitted(_ event: SessionEvent, by broadcaster: EventBroadcaster) {
    pending[pending.count - 1].announce = { $0.announce(event, by: broadcaster) }
  }

  /// Ends the subscriptions of removed tokens once the last pending write is durable.
  mutating func revokeWhenCommitted(at now: Int64, by broadcaster: EventBroadcaster) {
    pending[pending.count - 1].announce = { $0.announceRevocation(at: now, by: broadcaster) }
  }

  /// Ends the subscriptions whose token is no longer valid.
  ///
  /// - Parameter now: Milliseconds since 1970.
  mutating func announceRevocation(at now: Int64, by broadcaster: EventBroadcaster) {
    // A copy, since the condition reads the whole state while the list is changed.
    var subscriptions = subscriptions
    let ended = subscriptions.removeAll { $0.isAllowed(by: self, at: now) }
    guard !ended.isEmpty else { return }
    self.subscriptions = subscriptions
    broadcaster.announce(to: ended.map(\.listener)) { $0.accessRevoked() }
  }

  /// Ends all subscriptions. `tell` gives the reason to each listener.
  ///
  /// - Returns: The waiters to end without a report.
  mutating func endSubscriptions(
    by broadcaster: EventBroadcaster, _ tell: @escaping @Sendable (any Listener) -> Void
  ) -> [ShownWaiter] {
    broadcaster.announce(to: subscriptions.removeAll(unless: { _ in false }).map(\.listener), tell)
    return subscriptions.shown.removeWaiters()
  }
}
