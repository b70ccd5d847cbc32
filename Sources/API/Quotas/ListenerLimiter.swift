/// Limits the number of concurrent listeners to all sessions.
struct ListenerLimiter: Sendable {
  /// nil: unlimited.
  private let permits: ListenerPermits?

  init(_ quotas: Quotas) {
    permits = quotas.listeners.map(ListenerPermits.init)
  }

  /// Takes a listener permit; nil if listeners are not limited.
  func takePermit() throws(Problem) -> ListenerPermit? {
    guard let permits else { return nil }
    if let permit = permits.take() { return permit }
    throw Self.tooMany(503, "\(permits.count) clients listen to this server's sessions, which is the limit.")
  }

  /// A session has as many listeners as one may have.
  static func tooManyListeners(of limit: Int) -> Problem {
    tooMany(429, "\(limit) clients listen to this session, which is the limit.")
  }

  /// An app has as many listeners as one may have.
  static func tooManyListeners(ofAppWith limit: Int) -> Problem {
    tooMany(429, "\(limit) clients listen to this app, which is the limit.")
  }

  private static func tooMany(_ status: Int, _ detail: String) -> Problem {
    Problem(status, "too-many-listeners", detail, retryAfter: 5)
  }
}
