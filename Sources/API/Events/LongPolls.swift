import HTTP
import Sessions
import Support
import Synchronization

// `GET S` with `If-None-Match` and `Prefer: wait=N` (RFC 7240 §4.3): the response is sent at the next change, or after
// N seconds.

/// Responds to long polls.
final class LongPolls: Sendable {
  private let registry: SessionRegistry
  private let authorizer: Authorizer
  private let listeners: ListenerLimiter
  private let now: WallClock
  /// The first characters of the ids. Those of several nodes are in one list.
  private let prefix: String
  /// The number of polls so far; each poll's id is derived from it.
  private let count = Atomic<Int>(0)

  init(
    registry: SessionRegistry, authorizer: Authorizer, listeners: ListenerLimiter, now: @escaping WallClock
  ) {
    self.registry = registry
    self.authorizer = authorizer
    self.listeners = listeners
    self.now = now
    prefix = "p" + registry.listenerPrefix
  }

  /// Responds at the next change of a session, or with 304 after `time`.
  func begin(on id: SessionID, _ condition: EntityTagCondition, for time: Duration, _ exchange: Exchange) {
    exchange.task { [self] () async throws(Problem) in
      let permit = try listeners.acquirePermit()
      let poll = Poll(exchange, id, condition, presence(for: time), permit: permit, registry, authorizer)
      try await begin(poll, on: id, condition, for: time, exchange)
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
  ) async throws(Problem) {
    switch await registry.listen(poll, to: id, from: .now, holding: exchange.caller.token, jwt: exchange.caller.jwt) {
    case .snapshot(let session, let revision, _):
      guard condition.matches(EntityTag(String(revision))) else {
        registry.stopListening(poll, to: id)
        return exchange.send(json: session, revision: revision)
      }
      // The poll listens already, since this call may give up at once.
      let (time, fallback) = limit(time, .notModified(revision), exchange)
      exchange.expectAnswer(within: time, orElse: fallback) { [registry] in
        registry.stopListening(poll, to: id)
      }
    case .backlog: preconditionFailure("a listener from now on has missed nothing")
    case .deleted, .notFound: authorizer.refuse(exchange, id)
    case .crowded(let limit): throw ListenerLimiter.tooManyListeners(of: limit)
    case .shareTaken(let app): throw MemoryLimiter.shareTaken(by: app)
    case .failed(let failure): throw Problem(failure)
    }
  }

  /// The time to wait, and the response after it: a poll ends at the latest with its JWT.
  private func limit(_ time: Duration, _ unchanged: Response, _ exchange: Exchange) -> (Duration, Response) {
    guard let jwt = exchange.caller.jwt, jwt.expiry(at: now() + time.milliseconds) != nil else {
      return (time, unchanged)
    }
    let problem = Problem.badJWT(JWTFault("it expires (`exp`) during the wait; get a new one"))
    let response = problem.response(instance: exchange.request.pathText, requestID: exchange.requestID)
    // The server answers up to a second before the end of a wait.
    return (min(time, .milliseconds(max(0, jwt.expiresAt - now()) + 1_000)), response)
  }
}

extension Duration {
  /// Whole milliseconds; the duration is at most a minute.
  fileprivate var milliseconds: Int64 { components.seconds * 1_000 }
}

/// A long poll: a listener for the next change of a session only.
private final class Poll: Listener {
  private let exchange: Exchange
  private let id: SessionID
  private let condition: EntityTagCondition
  let presence: Presence?
  private let permit: ListenerPermit?
  private let registry: SessionRegistry
  private let authorizer: Authorizer
  private let isAnswered = Atomic(false)

  init(
    _ exchange: Exchange, _ id: SessionID, _ condition: EntityTagCondition, _ presence: Presence,
    permit: ListenerPermit?, _ registry: SessionRegistry, _ authorizer: Authorizer
  ) {
    self.exchange = exchange
    self.id = id
    self.condition = condition
    self.presence = presence
    self.permit = permit
    self.registry = registry
    self.authorizer = authorizer
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
  func accessRevoked() { answer { authorizer.refuse(exchange, id) } }

  private func answer(_ send: () -> Void) {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    send()
    registry.stopListening(self, to: id)
  }
}
