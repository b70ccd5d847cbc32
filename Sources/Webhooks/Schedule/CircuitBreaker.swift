/// The state of a receiver, as opposed to the failures of a single delivery.
struct CircuitBreaker: Equatable {
  /// Consecutive failures. Simultaneous failures of many sessions count as those of one: a failure counts if a single
  /// delivery could have been retried since the last counted one.
  private(set) var failures = 0
  private(set) var isPausedUntil = Int64.min
  private var countedAt = Int64.min

  /// The longest pause between two attempts while the receiver fails, in milliseconds. Short, since the next attempt
  /// may be of another session and succeed.
  static let longestPause: Int64 = 5_000

  /// Whether the receiver fails repeatedly. It then gets one delivery at a time.
  var isGrave: Bool { failures >= 2 }

  mutating func recordFailure(at now: Int64, _ backoff: Backoff) {
    if failures == 0 || now - countedAt >= backoff.shortest(after: failures) {
      failures += 1
      countedAt = now
    }
    if isGrave { isPausedUntil = now + min(backoff.shortest(after: failures), Self.longestPause) }
  }
}
