/// How long a delivery that failed waits: twice as long each time, and not so that all come back at the same moment.
package struct Backoff: Sendable, Equatable {
  /// Milliseconds.
  package var first: Int64 = 1_000
  package var longest: Int64 = 3_600_000
  /// What `Retry-After` can ask for at most.
  package var longestAsked: Int64 = 86_400_000

  package init() {}

  /// Between half of the full time and all of it ("equal jitter": what waits is spread, and never comes back at once).
  ///
  /// - Parameter failures: From 1.
  func delay(after failures: Int, _ random: Randomness) -> Int64 {
    random(shortest(after: failures)...full(after: failures))
  }

  func shortest(after failures: Int) -> Int64 {
    full(after: failures) / 2
  }

  private func full(after failures: Int) -> Int64 {
    let doublings = min(max(failures, 1) - 1, 40)
    return first > longest >> Int64(doublings) ? longest : first << Int64(doublings)
  }
}

/// Picks a number.
package typealias Randomness = @Sendable (ClosedRange<Int64>) -> Int64
