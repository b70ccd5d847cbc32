import HTTP
import Sessions

// Quotas are checked before any work is done for the caller.

extension API {
  /// The problem for a request whose address exceeds its rate limit; nil if the limit is not exceeded.
  func overdrawn(_ request: Request, _ writer: any ResponseWriter, _ table: RateTable) -> Problem? {
    guard let address = countedAddress(of: request, from: writer.peer) else { return nil }
    return table.take(by: address.bytes, at: elapsed()).map {
      .quota("too-many-requests", "Your address has sent more requests than one may.", wait: $0)
    }
  }

  /// - Parameter count: The number of actions in the request.
  func checkRate(of id: SessionID, actions count: Int) throws(Problem) {
    guard let table = quotas.actions else { return }
    if let wait = table.take(max(count, 1), by: id.bits, at: elapsed()) {
      throw .quota("too-many-actions", "This session was sent more actions than one may be.", wait: wait)
    }
  }

  /// Checks the quotas before a session is created. Attempts count even if no session is created.
  ///
  /// - Parameter app: The app of the session; nil if not known yet.
  func checkCreations(of app: String? = nil, _ exchange: Exchange) throws(Problem) {
    if registry.isFull { throw crowded() }
    try checkAddress(exchange)
    if let token = exchange.caller.token {
      if let app { try checkShare(of: app) }
      try checkKey(token)
    }
    if let table = quotas.creationsInAll, let wait = table.take(by: 0, at: elapsed()) {
      throw .quota("too-many-creations", "More sessions are made here than may be.", wait: wait)
    }
  }

  /// Checks the creation rate of the address; the admin is exempt.
  private func checkAddress(_ exchange: Exchange) throws(Problem) {
    guard let table = quotas.creations, let address = countedAddress(of: exchange.request, from: exchange.peer),
      !isAdmin(exchange), let wait = table.take(by: address.bytes, at: elapsed())
    else { return }
    throw .quota("too-many-creations", "Creation rate limit exceeded for this address.", wait: wait)
  }

  /// Checks the creation rate of the app key. A session's own token, which may fork it, is not an app key.
  private func checkKey(_ hash: [UInt8]) throws(Problem) {
    guard let table = quotas.creationsPerKey, appKeys.app(of: hash) != nil else { return }
    let bits = hash.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    guard let wait = table.take(by: bits, at: elapsed()) else { return }
    throw .quota("too-many-creations", "Creation rate limit exceeded for this app key.", wait: wait)
  }

  /// Checks the app's share of memory before a client limited to that app loads more sessions or keeps them loaded.
  func checkShare(of app: String) throws(Problem) {
    guard registry.isFull(app: app) else { return }
    registry.unloadIfNeeded()
    throw .shareTaken(by: app)
  }

  /// Refuses a session that is not loaded. Called while memory is full.
  func checkRoom(_ exchange: Exchange, _ endpoint: Endpoint) throws(Problem) {
    guard endpoint.isOfSession, !registry.isLoaded(try exchange.session()) else { return }
    throw crowded()
  }

  private func crowded() -> Problem {
    registry.unloadIfNeeded()
    var problem = Problem(
      503, "memory-full",
      "The sessions in memory take all that they may, so that no other can be made or read now. Come back soon.")
    problem.retryAfter = 1
    return problem
  }

  /// Takes a listener permit; nil if listeners are not limited.
  func takeSeat() throws(Problem) -> ListenerPermit? {
    guard let listenerPermits = quotas.listenerPermits else { return nil }
    if let permit = listenerPermits.take() { return permit }
    var problem = Problem(
      503, "too-many-listeners",
      "\(listenerPermits.count) clients listen to this server's sessions, which is the limit.")
    problem.retryAfter = 5
    throw problem
  }

  /// The address against which a request is counted; nil for loopback addresses and for trusted proxies themselves.
  private func countedAddress(of request: Request, from peer: IPAddress?) -> IPAddress? {
    let proxies = configuration.trustedProxies
    guard let client = peer.map({ proxies.client(of: request, from: $0) }), !client.isLoopback,
      !proxies.contains(client)
    else { return nil }
    return client.subscriber
  }
}

extension Endpoint {
  /// Whether the endpoint's path begins with a session's id.
  var isOfSession: Bool { access == .session || access == .listening }
}

extension Problem {
  /// - Parameter wait: Nanoseconds until the quota allows more.
  fileprivate static func quota(_ code: String, _ detail: String, wait: Int64) -> Problem {
    let seconds = Int((wait + 999_999_999) / 1_000_000_000)
    var problem = Problem(429, code, "\(detail) There is room again in \(seconds) s.")
    problem.retryAfter = seconds
    return problem
  }

  /// The sessions of one app use its entire share of memory.
  static func shareTaken(by app: String) -> Problem {
    var problem = Problem(
      503, "memory-full",
      "The sessions of `\(app.prefix(80))` in memory take an app's share (--max-memory-per-app). Try again later.")
    problem.retryAfter = 1
    return problem
  }

  static func tooManyListeners(of limit: Int) -> Problem {
    var problem = Problem(429, "too-many-listeners", "\(limit) clients listen to this session, which is the limit.")
    problem.retryAfter = 5
    return problem
  }
}
