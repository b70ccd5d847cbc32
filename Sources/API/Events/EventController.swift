import Support
import HTTP
import JSON
import Navigation
import Sessions
import Synchronization

/// Streams the events of sessions and lists the listeners.
final class EventController: Controller {
  let registry: SessionRegistry
  private let journal: any Journal
  private let authorizer: Authorizer
  private let listeners: ListenerLimiter
  private let bufferLimits: EventFeed.BufferLimits
  let now: WallClock
  /// The number of listeners so far; each listener's id is derived from it.
  private let count = Atomic<Int>(0)
  /// The beginning of the ids of listeners, which differs from that of other nodes.
  private let prefix: String

  init(
    registry: SessionRegistry, journal: any Journal, authorizer: Authorizer, listeners: ListenerLimiter,
    bufferLimits: EventFeed.BufferLimits, now: @escaping WallClock
  ) {
    self.registry = registry
    self.journal = journal
    prefix = "l" + registry.listenerPrefix
    self.authorizer = authorizer
    self.listeners = listeners
    self.bufferLimits = bufferLimits
    self.now = now
  }

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/sessions/{id}/events", .listening, content: .events, .listen, listen),
      ControllerRoute(.get, "/v1/sessions/{id}/listeners", .session, .readListeners, readListeners),
      ControllerRoute(.put, "/v1/sessions/{id}/shown", .session, role: .watch, .reportShown, reportShown),
    ]
  }

  /// `GET S/events`
  private func listen(_ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    let query = try EventQuery(exchange)
    // Missed events are history too. Without access to it they count as pruned, so a reset and the session follow.
    let known = query.lastEventID.map { authorizer.mayReadHistory(exchange) ? $0 : Int.max }
    let feed = EventFeed(
      query.view, presence: presence(named: query.name, by: exchange.attribution), knownOutput: known ?? 0,
      refusals: query.wantsRefusals && query.view != .outputs, isBackend: exchange.seesDefinition,
      permit: try listeners.acquirePermit(),
      bufferLimits: bufferLimits)
    try await begin(
      feed, of: id,
      await registry.listen(
        feed, to: id, from: query.view.start(after: known), holding: exchange.caller.token, jwt: exchange.caller.jwt),
      exchange)
  }

  private func presence(named name: String?, by attribution: Attribution?) -> Presence {
    Presence(
      id: "\(prefix)\(count.wrappingAdd(1, ordering: .relaxed).newValue)", name: name, by: attribution, since: now())
  }

  private func begin(
    _ feed: EventFeed, of id: SessionID, _ listening: Listening, _ exchange: Exchange
  ) async throws(Problem) {
    switch listening {
    case .snapshot(let session, let revision, let isReset):
      feed.begin(stream(feed, of: id, exchange), with: session, revision: revision, isReset: isReset)
    case .backlog(let backlog, let isReset):
      feed.begin(stream(feed, of: id, exchange), with: backlog, isReset: isReset)
    case .deleted: exchange.send(.empty(204))
    case .crowded(let limit): throw ListenerLimiter.tooManyListeners(of: limit)
    case .shareTaken(let app): throw MemoryLimiter.shareTaken(by: app)
    case .notFound: try await answerGone(id, exchange)
    case .failed(let failure): throw Problem(failure)
    }
  }

  private func stream(_ feed: EventFeed, of id: SessionID, _ exchange: Exchange) -> any ContentStream {
    let expiry = exchange.caller.jwt.map { end(feed, of: id, atExpiryOf: $0) }
    return exchange.streamEvents { [registry] in
      expiry?.cancel()
      registry.stopListening(feed, to: id)
      feed.stop()
    }
  }

  /// Ends a stream when its JWT expires.
  private func end(_ feed: EventFeed, of id: SessionID, atExpiryOf jwt: VerifiedToken) -> Task<Void, Never> {
    Task { [registry, now] in
      // Cancelled when the client leaves before.
      guard (try? await Task.sleep(for: .milliseconds(jwt.expiresAt - now()))) != nil else { return }
      registry.stopListening(feed, to: id)
      feed.accessRevoked()
    }
  }

  /// Responds with 204 for a deleted session, so that its listeners do not reconnect. A session that never existed, or
  /// has another token, is unknown.
  private func answerGone(_ id: SessionID, _ exchange: Exchange) async throws(Problem) {
    let tombstone = try await Problem.ifFails(await journal.tombstone(of: id))
    guard let tombstone, exchange.caller.mayKnow(of: tombstone) else { return authorizer.refuse(exchange, id) }
    exchange.send(.empty(204))
  }

  /// `GET S/listeners`
  private func readListeners(_ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    var json = JSONWriter()
    json.append(presences: try await exchange.found(await registry.presences(of: id)))
    exchange.send(json: json.bytes)
  }
}

extension Caller {
  fileprivate func mayKnow(of tombstone: Tombstone) -> Bool {
    switch self {
    case .token(let hash): SHA256.isSame(hash, tombstone.tokenHash ?? [])
    // Its rights followed from what was deleted.
    case .jwt, .unverified: false
    case .unrestricted, .unauthenticated, .admin, .operator, .badTicket: true
    }
  }
}

extension JSONWriter {
  fileprivate mutating func append(presences: [Presence]) {
    append("{\"items\":")
    append(list: presences) { json, presence in
      json.append("{\"id\":", string: presence.id)
      json.append(",\"name\":", value: .optional(presence.name))
      json.append(",\"by\":", value: presence.by?.json ?? .null)
      json.append(",\"since\":", timestamp: presence.since)
      if let report = presence.shown {
        json.append(",\"shown\":")
        json.append(report)
      }
      json.append("}")
    }
    append("}")
  }
}

extension Operation {
  static let listen = Operation(
    "listen", "Stream the events of a session",
    "Server-sent events: a `snapshot`, then a `change` for each revision. "
      + "With `after`, the stream starts with the next revision, without a snapshot.",
    query: [
      .init("after", .integer(from: 0), "The last event that the client has", example: 1),
      .init("outputs", .oneOf(["0", "1"]), "1: outputs only"),
      .init(
        "view", .oneOf(["full", "minimal", "plan"]),
        "`minimal` omits the session; `plan` has the plan of each change instead, and what changed of the data and the "
          + "app's version"),
      .init("name", .text(1...64), "A name for the listener, shown to other clients"),
      .init("refusals", .oneOf(["0", "1"]), "1: also a `refused` event for each refused action"),
      .init("ticket", .string, "A ticket from `POST …/tickets`, instead of a token"),
    ],
    fields: [.lastEventID],
    answers: .content(.events, "An endless stream of events"), .empty(204, "The session was deleted"),
    problems: ["bad-parameter", "bad-last-event-id", "bad-ticket"])

  static let reportShown = Operation(
    "reportShown", "Report that a device has drawn a revision",
    "Other listeners get a `shown` event. Actions with `Prefer: wait=N; until=shown` get their response.",
    body: Operation.Body(
      .request(["revision": .integer(from: 1)], optional: ["screen": .text(1...64)]), example: ["revision": 1]),
    answers: .empty(204, "The report was taken"),
    problems: ["missing-member", "bad-member", "bad-field", "no-such-revision"])

  static let readListeners = Operation(
    "readListeners", "List the listeners of a session",
    answers: .json(200, .ref("Listeners"), "The current listeners"))
}
