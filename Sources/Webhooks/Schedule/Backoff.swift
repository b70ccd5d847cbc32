/// The delay before a retry: exponential, with jitter.
package struct Backoff: Sendable, Equatable {
  /// Milliseconds.
  package var first: Int64 = 1_000
  package var longest: Int64 = 3_600_000
  /// The longest delay that `Retry-After` can request.
  package var longestAsked: Int64 = 86_400_000

  /// Creates the default delays.
  package init() {}

  /// A random delay between half of the full one and all of it ("equal jitter": retries are spread, but never
  /// immediate).
  ///
  /// - Parameter failures: The number of failures, from 1.
  func delay(after failures: Int, _ random: Randomness) -> Int64 {
    random(shortest(after: failures)...full(after: failures))
  }

  func shortest(after failures: Int) -> Int64 {
    full(after: failures) / 2
  }

  private func full(after failures: Int) -> Int64 {
    // At most 40, so that the shift stays defined after any number of failures.
    let doublings = min(max(failures, 1) - 1, 40)
    // Compared by shifting the limit to the right: the shift to the left could overflow.
    return first > longest >> Int64(doublings) ? longest : first << Int64(doublings)
  }
}

/// A random number generator: returns a number of the range.
package typealias Randomness = @Sendable (ClosedRange<Int64>) -> Int64
