/// Limits the number of concurrent listeners to all sessions.
struct ListenerLimiter: Sendable {
  /// nil: unlimited.
  private let permits: ListenerPermits?

  init(_ quotas: Quotas) {
    permits = quotas.listeners.map(ListenerPermits.init)
  }

  /// Takes a listener permit; nil if listeners are not limited.
  func acquirePermit() throws(Problem) -> ListenerPermit? {
    guard let permits else { return nil }
    if let permit = permits.acquire() { return permit }
    throw Self.tooMany(
      503, "Event stream limit reached for this server: \(permits.count) are open. Close one, or retry in 5 s.")
  }

  /// A session has as many listeners as one may have.
  static func tooManyListeners(of limit: Int) -> Problem {
    tooMany(429, "Event stream limit reached for this session: \(limit) are open. Close one, or retry in 5 s.")
  }

  /// An app has as many listeners as one may have.
  static func tooManyListeners(ofAppWith limit: Int) -> Problem {
    tooMany(429, "Event stream limit reached for this app: \(limit) are open. Close one, or retry in 5 s.")
  }

  private static func tooMany(_ status: Int, _ detail: String) -> Problem {
    Problem(status, "too-many-listeners", detail, retryAfter: 5)
  }
}
