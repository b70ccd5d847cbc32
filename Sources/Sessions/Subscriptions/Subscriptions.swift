import Support

/// A listener's subscription to a session.
struct Subscription: Sendable {
  let listener: any Listener
  /// The hash of the listener's token, which has to stay valid; nil: not required.
  let token: [UInt8]?
  /// The last revision before the start.
  fileprivate(set) var start = 0

  init(_ listener: any Listener, token: [UInt8]?) {
    self.listener = listener
    self.token = token
  }

  func isAllowed(by state: borrowing SessionStore.State, at now: Int64) -> Bool {
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

  /// Adds a subscription that starts after the pending writes.
  mutating func add(_ subscription: Subscription) { waiting.append(subscription) }

  /// Ends the wait of a subscription.
  mutating func endWait(of subscription: Subscription) {
    waiting.removeAll { $0.listener === subscription.listener }
  }

  /// Starts a subscription, which receives the revisions after this one.
  mutating func start(_ subscription: Subscription, after revision: Int) {
    var subscription = subscription
    subscription.start = revision
    active.append(subscription)
  }

  mutating func remove(_ listener: any Listener) {
    active.removeAll { $0.listener === listener }
    shown.retain(active)
  }

  /// Removes the active subscriptions that do not fulfil a condition, and returns them.
  mutating func removeAll(unless isKept: (Subscription) -> Bool) -> [Subscription] {
    let (kept, all) = (active.filter(isKept), active)
    guard kept.count < all.count else { return [] }
    active = kept
    shown.retain(active)
    return all.filter { one in !kept.contains { $0.listener === one.listener } }
  }
}
