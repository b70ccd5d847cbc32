/// A rate limit that allows bursts.
///
/// Uses the generic cell rate algorithm (ITU-T I.371). The only state of a caller is the time up to which its allowance
/// is used. Requires a monotonic clock.
package struct Rate: Sendable, Equatable {
  /// Nanoseconds per unit.
  private let interval: Int64
  /// Nanoseconds by which that time may lie ahead before the caller has to wait.
  private let tolerance: Int64

  /// - Parameter burst: The number of units available at once.
  package init(_ count: Int, inSeconds seconds: Int, burst: Int) {
    precondition(count > 0 && seconds > 0 && burst > 0, "A rate of \(count) in \(seconds) s with bursts of \(burst).")
    interval = max(1, Int64(seconds) * 1_000_000_000 / Int64(count))
    tolerance = interval * Int64(burst - 1)
  }

  /// Consumes several units at once. A caller that may consume one may consume several, and then waits longer for the next:
  /// otherwise a batch larger than the burst would never be accepted.
  ///
  /// - Parameters:
  ///   - taken: The time up to which the caller's allowance is used.
  ///   - now: Nanoseconds.
  /// - Returns: Nanoseconds to wait; nil if the units were taken.
  func consume(_ count: Int, from taken: inout Int64, at now: Int64) -> Int64? {
    let wait = taken - tolerance - now
    guard wait <= 0 else { return wait }
    taken = max(taken, now) + interval * Int64(count)
    return nil
  }
}
