import Sessions

/// Refuses requests that need more memory while the sessions in memory take all that they may.
struct MemoryLimiter: Sendable {
  let registry: SessionRegistry

  /// Whether memory is full and the request may need more, so that it has to wait for room.
  func lacksRoom(for exchange: Exchange) throws(Problem) -> Bool {
    guard registry.isFull else { return false }
    let endpoint = exchange.endpoint
    guard endpoint.isOfSession else { return endpoint.access == .creation }
    return exchange.sessionID.map { !registry.isLoaded($0) } ?? false
  }

  /// Refuses to create a session while memory is full.
  func checkIsNotFull() throws(Problem) {
    if registry.isFull { throw full() }
  }

  /// Refuses to load a session while memory is full.
  func checkIsLoaded(_ exchange: Exchange) throws(Problem) {
    guard registry.isFull, exchange.endpoint.isOfSession, !registry.isLoaded(try exchange.session()) else { return }
    throw full()
  }

  /// Checks the app's share of memory before a client limited to that app loads more sessions or keeps them loaded.
  func checkShare(of app: String) throws(Problem) {
    guard registry.isFull(app: app) else { return }
    // Makes room for the retry that the answer proposes.
    registry.unloadIfNeeded()
    throw Self.shareTaken(by: app)
  }

  private func full() -> Problem {
    registry.unloadIfNeeded()
    return Problem(
      503, "memory-full",
      "Session memory limit reached (--memory-ceiling): no further session can be loaded or created. Retry in 1 s.",
      retryAfter: 1)
  }

  /// The sessions of one app use its entire share of memory.
  static func shareTaken(by app: String) -> Problem {
    Problem(
      503, "memory-full",
      "Session memory limit reached for the app `\(app.prefix(80))` (--max-memory-per-app). Retry in 1 s.",
      retryAfter: 1)
  }
}
