/// The waiting times between attempts: they double from 0.5 s to 30 s, and a random part of up to a half is cut off.
struct RetryBackoff {
  private var attempts = 0

  /// Returns the next waiting time, at least the one that the server asks for.
  ///
  /// - Parameter retryAfter: The seconds of the field `Retry-After`; nil: none.
  mutating func next(retryAfter: Int? = nil) -> Duration {
    // The exponent is limited, so that the product cannot overflow.
    let longest = min(Self.maximum, Self.first * (1 << min(attempts, 16)))
    attempts += 1
    let jittered = Duration.milliseconds(Int.random(in: longest / 2...longest))
    return max(jittered, .seconds(min(max(retryAfter ?? 0, 0), Self.longestAsked)))
  }

  /// Begins anew, after a success.
  mutating func reset() { attempts = 0 }

  /// A day in seconds: the deadline of a longer wait may be beyond what a clock can count.
  private static let longestAsked = 86_400
  /// In milliseconds.
  private static let first = 500
  private static let maximum = 30_000
}
