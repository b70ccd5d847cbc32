import HTTP
import Sessions

// Who asks for too much is told so before anything is done for him.

extension API {
  /// A request of an address that has sent too many.
  func overdrawn(_ request: Request, _ writer: any ResponseWriter, _ table: RateTable) -> Problem? {
    guard let address = countedAddress(of: request, from: writer.peer) else { return nil }
    return table.take(by: address.bytes, at: elapsed()).map {
      .quota("too-many-requests", "Your address has sent more requests than one may.", wait: $0)
    }
  }

  /// - Parameter count: Actions of one request.
  func checkRate(of id: SessionID, actions count: Int) throws(Problem) {
    guard let table = quotas.actions else { return }
    if let wait = table.take(max(count, 1), by: id.bits, at: elapsed()) {
      throw .quota("too-many-actions", "This session was sent more actions than one may be.", wait: wait)
    }
  }

  /// Before another session is made. What is counted is what was asked for, also when nothing comes of it.
  ///
  /// - Parameter app: What the session is of; nil where that is not known yet.
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

  /// Of one address; the admin is exempt.
  private func checkAddress(_ exchange: Exchange) throws(Problem) {
    guard let table = quotas.creations, let address = countedAddress(of: exchange.request, from: exchange.peer),
      !isAdmin(exchange), let wait = table.take(by: address.bytes, at: elapsed())
    else { return }
    throw .quota("too-many-creations", "Creation rate limit exceeded for this address.", wait: wait)
  }

  /// Of one app key; a session's own token, which may fork it, is none.
  private func checkKey(_ hash: [UInt8]) throws(Problem) {
    guard let table = quotas.creationsPerKey, appKeys.app(of: hash) != nil else { return }
    let bits = hash.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    guard let wait = table.take(by: bits, at: elapsed()) else { return }
    throw .quota("too-many-creations", "Creation rate limit exceeded for this app key.", wait: wait)
  }

  /// Before a client that may use one app alone brings more of it into memory, or keeps it there.
  func checkShare(of app: String) throws(Problem) {
    guard registry.isFull(app: app) else { return }
    registry.unloadIfNeeded()
    throw .shareTaken(by: app)
  }

  /// While the sessions in memory take all there is, no other comes into it.
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

  /// A place among those who listen; nil where they are not counted.
  func takeSeat() throws(Problem) -> ListenerPermit? {
    guard let listenerPermits = quotas.listenerPermits else { return nil }
    if let permit = listenerPermits.take() { return permit }
    var problem = Problem(
      503, "too-many-listeners",
      "\(listenerPermits.count) clients listen to this server's sessions, which is the limit.")
    problem.retryAfter = 5
    throw problem
  }

  /// Whom a request is counted to; nil for this machine and for trusted proxies themselves.
  private func countedAddress(of request: Request, from peer: IPAddress?) -> IPAddress? {
    let proxies = configuration.trustedProxies
    guard let client = peer.map({ proxies.client(of: request, from: $0) }), !client.isLoopback,
      !proxies.contains(client)
    else { return nil }
    return client.subscriber
  }
}

extension Endpoint {
  /// Whether its path begins with a session's id.
  var isOfSession: Bool { access == .session || access == .listening }
}

extension Problem {
  /// - Parameter wait: Nanoseconds until there is some again.
  fileprivate static func quota(_ code: String, _ detail: String, wait: Int64) -> Problem {
    let seconds = Int((wait + 999_999_999) / 1_000_000_000)
    var problem = Problem(429, code, "\(detail) There is room again in \(seconds) s.")
    problem.retryAfter = seconds
    return problem
  }

  /// The sessions of one app take its share of memory.
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
