/// So much in a time, and some at once after a pause.
///
/// The generic cell rate algorithm (ITU-T I.371): all that is kept of a caller is the moment up to which he has taken what he
/// may. A clock that only goes forward is needed.
package struct Rate: Sendable, Equatable {
  /// Nanoseconds that one of them costs.
  private let interval: Int64
  /// How far that moment may lie ahead before somebody has to wait.
  private let tolerance: Int64

  /// - Parameter burst: How many may come at once.
  package init(_ count: Int, inSeconds seconds: Int, burst: Int) {
    precondition(count > 0 && seconds > 0 && burst > 0, "A rate of \(count) in \(seconds) s with bursts of \(burst).")
    interval = max(1, Int64(seconds) * 1_000_000_000 / Int64(count))
    tolerance = interval * Int64(burst - 1)
  }

  /// Takes so many at once. Who may take one may take several, and waits the longer for the next: else a batch that is
  /// larger than the burst would never come in.
  ///
  /// - Parameters:
  ///   - taken: The moment up to which the caller has taken what he may.
  ///   - now: Nanoseconds.
  /// - Returns: How many nanoseconds he has to wait; nil: he got them.
  func take(_ count: Int, from taken: inout Int64, at now: Int64) -> Int64? {
    let wait = taken - tolerance - now
    guard wait <= 0 else { return wait }
    taken = max(taken, now) + interval * Int64(count)
    return nil
  }
}
