import HTTP
import Sessions
import Support

/// Enforces the rate limits of requests, actions and new sessions. Quotas are checked before any work is done for the
/// caller.
final class QuotaLimiter: Sendable {
  /// The usage of the rate limits. A limit that is not set has no table and costs only a check for nil.
  private let requests, actions, creations, creationsPerKey, creationsInAll: RateTable?
  private let addresses: ClientAddresses
  private let appKeys: AppKeys
  private let authorizer: Authorizer
  private let memory: MemoryLimiter
  private let elapsed: MonotonicClock

  init(
    _ configuration: API.Configuration, addresses: ClientAddresses, appKeys: AppKeys, authorizer: Authorizer,
    memory: MemoryLimiter, elapsed: @escaping MonotonicClock
  ) {
    let quotas = configuration.quotas
    (requests, actions) = (quotas.requests.map(RateTable.init), quotas.actions.map(RateTable.init))
    creations = quotas.creations.map(RateTable.init)
    creationsPerKey = quotas.creationsPerKey.map(RateTable.init)
    creationsInAll = quotas.creationsInAll.map(RateTable.init)
    self.addresses = addresses
    self.appKeys = appKeys
    self.authorizer = authorizer
    self.memory = memory
    self.elapsed = elapsed
  }

  /// Checks the rate of requests of an address.
  func checkRate(of exchange: Exchange) throws(Problem) {
    guard let table = requests, let address = countedAddress(of: exchange.request, from: exchange.peer),
      let wait = table.consume(by: address.bytes, at: elapsed())
    else { return }
    throw Self.problem("too-many-requests", "Request rate limit exceeded for this address.", wait: wait)
  }

  /// - Parameter count: The number of actions in the request.
  func checkRate(of id: SessionID, actions count: Int) throws(Problem) {
    guard let table = actions else { return }
    // The requests of undo, redo and jump have no actions, and count as one.
    if let wait = table.consume(max(count, 1), by: id.bits, at: elapsed()) {
      throw Self.problem("too-many-actions", "Action rate limit exceeded for this session.", wait: wait)
    }
  }

  /// Checks the quotas before a session is created. Attempts count even if no session is created.
  ///
  /// - Parameter app: The app of the session; nil if not known yet.
  func checkCreations(of app: String? = nil, _ exchange: Exchange) throws(Problem) {
    try memory.checkIsNotFull()
    try checkAddress(exchange)
    if let token = exchange.caller.token {
      if let app { try memory.checkShare(of: app) }
      try checkKey(token)
    }
    // Last, so that one who exceeds a rate of their own uses up nothing of this one.
    if let table = creationsInAll, let wait = table.consume(by: 0, at: elapsed()) {
      throw Self.problem("too-many-creations", "Server-wide creation rate limit exceeded.", wait: wait)
    }
  }

  /// Checks the creation rate of the address; the admin is exempt.
  private func checkAddress(_ exchange: Exchange) throws(Problem) {
    guard let table = creations, let address = countedAddress(of: exchange.request, from: exchange.peer),
      !authorizer.isAdmin(exchange), let wait = table.consume(by: address.bytes, at: elapsed())
    else { return }
    throw Self.problem("too-many-creations", "Creation rate limit exceeded for this address.", wait: wait)
  }

  /// Checks the creation rate of the app key. A session's own token, which may fork it, is not an app key.
  private func checkKey(_ hash: [UInt8]) throws(Problem) {
    guard let table = creationsPerKey, appKeys.app(of: hash) != nil else { return }
    let bits = hash.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    guard let wait = table.consume(by: bits, at: elapsed()) else { return }
    throw Self.problem("too-many-creations", "Creation rate limit exceeded for this app key.", wait: wait)
  }

  /// The address against which a request is counted; nil for loopback addresses and for trusted proxies themselves.
  private func countedAddress(of request: Request, from peer: IPAddress?) -> IPAddress? {
    guard let client = peer.map({ addresses.client(of: request, from: $0) }), !client.isLoopback,
      !addresses.isProxy(client)
    else { return nil }
    return client.subscriber
  }
}

extension QuotaLimiter {
  /// - Parameter wait: Nanoseconds until the quota allows more.
  private static func problem(_ code: String, _ detail: String, wait: Int64) -> Problem {
    // Rounded up: a client that waits for that time is not refused again.
    let seconds = Int((wait + 999_999_999) / 1_000_000_000)
    return Problem(429, code, "\(detail) Retry in \(seconds) s.", retryAfter: seconds)
  }
}
