import HTTP
import Sessions

// Who asks for too much is told so before anything is done for him.

extension API {
  /// A request of an address that has sent too many.
  func overdrawn(_ request: Request, _ reply: any Answering, _ table: RateTable) -> Problem? {
    guard let address = countedAddress(of: request, from: reply.peer) else { return nil }
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
  func checkCreations(_ exchange: Exchange) throws(Problem) {
    if registry.isFull { throw crowded() }
    if let table = quotas.creations, let address = countedAddress(of: exchange.request, from: exchange.peer),
      let wait = table.take(by: address.bytes, at: elapsed())
    {
      throw .quota("too-many-creations", "Your address has made more sessions than one may.", wait: wait)
    }
    if let table = quotas.creationsInAll, let wait = table.take(by: 0, at: elapsed()) {
      throw .quota("too-many-creations", "More sessions are made here than may be.", wait: wait)
    }
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
  func takeSeat() throws(Problem) -> Seat? {
    guard let seats = quotas.seats else { return nil }
    if let seat = seats.take() { return seat }
    var problem = Problem(
      503, "too-many-listeners", "\(seats.count) clients listen to this server's sessions, which is the limit.")
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

  static func tooManyListeners(of limit: Int) -> Problem {
    var problem = Problem(429, "too-many-listeners", "\(limit) clients listen to this session, which is the limit.")
    problem.retryAfter = 5
    return problem
  }
}
