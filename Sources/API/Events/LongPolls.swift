import HTTP
import Sessions
import Synchronization

// `GET S` with `If-None-Match` and `Prefer: wait=N` (RFC 7240 §4.3): the response is sent at the next change, or after
// N seconds.

/// Responds to long polls.
final class LongPolls: Sendable {
  private let registry: SessionRegistry
  private let authorizer: Authorizer
  private let listeners: ListenerLimiter
  private let now: @Sendable () -> Int64
  /// The first characters of the ids. Those of several nodes are in one list.
  private let prefix: String
  /// The number of polls so far; each poll's id is derived from it.
  private let count = Atomic<Int>(0)

  init(
    registry: SessionRegistry, journal: any Journal, authorizer: Authorizer, listeners: ListenerLimiter,
    now: @escaping @Sendable () -> Int64
  ) {
    self.registry = registry
    self.authorizer = authorizer
    self.listeners = listeners
    self.now = now
    prefix = journal.isShared ? "p\(String(UInt64.random(in: 0 ... .max), radix: 36))-" : "p"
  }

  /// Responds at the next change of a session, or with 304 after `time`.
  func begin(on id: SessionID, _ condition: EntityTagCondition, for time: Duration, _ exchange: Exchange) {
    exchange.sendProblem { () throws(Problem) in
      let permit = try listeners.acquirePermit()
      let poll = Poll(exchange, condition, presence(for: time), permit: permit) { [authorizer] in
        authorizer.refuse(exchange, id)
      }
      begin(poll, on: id, condition, for: time, exchange)
    }
  }

  private func presence(for time: Duration) -> Presence {
    let start = now()
    return Presence(
      id: "\(prefix)\(count.wrappingAdd(1, ordering: .relaxed).newValue)", name: nil, since: start,
      until: start + time.components.seconds * 1_000)
  }

  private func begin(
    _ poll: Poll, on id: SessionID, _ condition: EntityTagCondition, for time: Duration, _ exchange: Exchange
  ) {
    registry.listen(poll, to: id, from: .now, holding: exchange.caller.token) { [registry, authorizer] listening in
      switch listening {
      case .snapshot(let session, let revision, _):
        guard condition.matches(EntityTag(String(revision))) else {
          registry.stopListening(poll, to: id)
          return exchange.send(json: session, revision: revision)
        }
        // The poll listens already, since this call may give up at once.
        exchange.expectAnswer(within: time, orElse: .notModified(revision)) {
          registry.stopListening(poll, to: id)
        }
      case .backlog: preconditionFailure("a listener from now on has missed nothing")
      case .deleted, .notFound: authorizer.refuse(exchange, id)
      case .crowded(let limit): exchange.send(ListenerLimiter.tooManyListeners(of: limit))
      case .shareTaken(let app): exchange.send(MemoryLimiter.shareTaken(by: app))
      case .failed(let failure): exchange.send(Problem(failure))
      }
    }
    // Weak, because the poll retains this closure.
    poll.whenAnswered { [registry, weak poll] in
      if let poll { registry.stopListening(poll, to: id) }
    }
  }
}

/// A long poll: a listener for the next change of a session only.
private final class Poll: Listener {
  private let exchange: Exchange
  private let condition: EntityTagCondition
  let presence: Presence?
  private let permit: ListenerPermit?
  /// Answers that the token does not open the session.
  private let refuse: @Sendable () -> Void
  private let answered = Mutex<(isAnswered: Bool, then: (@Sendable () -> Void)?)>((false, nil))

  init(
    _ exchange: Exchange, _ condition: EntityTagCondition, _ presence: Presence, permit: ListenerPermit?,
    refuse: @escaping @Sendable () -> Void
  ) {
    self.exchange = exchange
    self.condition = condition
    self.presence = presence
    self.permit = permit
    self.refuse = refuse
  }

  var wantsSession: Bool { true }

  func receive(_ event: SessionEvent) {
    guard let session = event.session, !condition.matches(EntityTag(String(event.revision))) else { return }
    answer { exchange.send(json: session, revision: event.revision) }
  }

  func sessionDeleted() {
    answer { exchange.send(.sessionDeleted(exchange.sessionText)) }
  }

  /// Responds like a new request with the revoked token.
  func accessRevoked() { answer(refuse) }

  func whenAnswered(_ body: @escaping @Sendable () -> Void) {
    let isAnswered = answered.withLock { state in
      state.then = body
      return state.isAnswered
    }
    if isAnswered { body() }
  }

  private func answer(_ send: () -> Void) {
    let then = answered.withLock { state -> (@Sendable () -> Void)?? in
      defer { state.isAnswered = true }
      return state.isAnswered ? .none : .some(state.then)
    }
    guard let then else { return }
    send()
    then?()
  }
}
