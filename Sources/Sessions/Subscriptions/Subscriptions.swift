import Support

/// A listener's subscription to a session.
struct Subscription: Sendable {
  let listener: any Listener
  /// The hash of the listener's token, which has to stay valid; nil: not required.
  let token: [UInt8]?
  /// The listener's JWT, which has to give it a role in the session; nil: it has none.
  let jwt: VerifiedToken?
  /// Whether the JWT gives a role in the session of a store; nil: it belongs to none yet.
  ///
  /// A closure, since a weak reference would make each copy of a subscription slow, and so each event.
  private var hasRole: (@Sendable (borrowing SessionStore.State, _ now: Int64) -> Bool)?
  /// The version of the app that the JWT's rights were computed from.
  fileprivate(set) var appVersion: Int?
  /// The last revision before the start.
  fileprivate(set) var start = 0

  init(_ listener: any Listener, token: [UInt8]?, jwt: VerifiedToken? = nil) {
    self.listener = listener
    self.token = token
    self.jwt = jwt
  }

  /// The subscription to the session of a store.
  func joining(_ store: SessionStore) -> Subscription {
    guard let jwt else { return self }
    var joined = self
    joined.hasRole = { [weak store] state, now in store?.role(of: jwt, state, at: now) != nil }
    return joined
  }

  func isAllowed(by state: borrowing SessionStore.State, at now: Int64) -> Bool {
    if jwt != nil { return hasRole?(state, now) == true }
    guard let token else { return true }
    return SHA256.isSame(state.tokenHash, token) || state.tokens.role(of: token, at: now) != nil
  }
}

/// The subscriptions to a session.
struct Subscriptions {
  /// The subscriptions that receive each committed revision.
  private(set) var active: [Subscription] = []
  /// The subscriptions that start when the currently pending writes have completed.
  private var waiting: [Subscription] = []
  var shown = ShownReports()

  var count: Int { active.count + waiting.count }
  var isEmpty: Bool { active.isEmpty && waiting.isEmpty && shown.isEmpty }

  func contains(_ listener: any Listener) -> Bool {
    active.contains { $0.listener === listener } || waiting.contains { $0.listener === listener }
  }

  /// Whether a subscriber's events include the session.
  var wantsSession: Bool {
    active.contains { $0.listener.wantsSession } || waiting.contains { $0.listener.wantsSession }
  }

  /// Whether a subscriber's events include the plan.
  var wantsPlan: Bool {
    active.contains { $0.listener.wantsPlan } || waiting.contains { $0.listener.wantsPlan }
  }

  /// Whether the rights of a subscriber with a JWT may have changed with the version of the app.
  func dependOnVersion(_ version: Int) -> Bool { active.contains { $0.jwt != nil && $0.appVersion != version } }

  /// Adds a subscription that starts after the pending writes.
  mutating func add(_ subscription: Subscription) { waiting.append(subscription) }

  /// Ends the wait of a subscription.
  mutating func endWait(of subscription: Subscription) {
    waiting.removeAll { $0.listener === subscription.listener }
  }

  /// Starts a subscription, which receives the revisions after this one.
  mutating func start(_ subscription: Subscription, after revision: Int, on appVersion: Int) {
    var subscription = subscription
    subscription.start = revision
    subscription.appVersion = appVersion
    active.append(subscription)
  }

  mutating func remove(_ listener: any Listener) {
    guard let index = active.firstIndex(where: { $0.listener === listener }) else { return }
    let removed = active.remove(at: index)
    shown.forget(removed, beside: active)
  }

  /// Removes the active subscriptions that do not fulfil a condition, and returns them.
  mutating func removeAll(unless isKept: (Subscription) -> Bool) -> [Subscription] {
    var (kept, removed): ([Subscription], [Subscription]) = ([], [])
    for subscription in active {
      if isKept(subscription) { kept.append(subscription) } else { removed.append(subscription) }
    }
    guard !removed.isEmpty else { return [] }
    active = kept
    for subscription in removed { shown.forget(subscription, beside: kept) }
    return removed
  }
}
