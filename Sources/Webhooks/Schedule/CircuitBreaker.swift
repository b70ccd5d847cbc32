/// Whether a receiver is in trouble, as opposed to a single delivery that it does not like.
struct CircuitBreaker: Equatable {
  /// Failures in a row. Many sessions that fail at the same time count as often as one alone would: a failure counts when
  /// a single delivery could have come back since the last one that did.
  private(set) var failures = 0
  private(set) var isPausedUntil = Int64.min
  private var countedAt = Int64.min

  /// Milliseconds between two attempts at a receiver in trouble; short, since the next may be of a session that it likes.
  static let longestPause: Int64 = 5_000

  /// A receiver that takes nothing gets one delivery at a time.
  var isGrave: Bool { failures >= 2 }

  mutating func note(at now: Int64, _ backoff: Backoff) {
    if failures == 0 || now - countedAt >= backoff.shortest(after: failures) {
      failures += 1
      countedAt = now
    }
    if isGrave { isPausedUntil = now + min(backoff.shortest(after: failures), Self.longestPause) }
  }
}
