import Navigation

/// The outcome of one attempt to ask a server.
package enum CallAttempt: Sendable, Equatable {
  case answered(CallAnswer)
  /// The server could not be reached, or asks to be called later.
  ///
  /// - Parameters:
  ///   - reason: The reason for the definition if no attempt follows.
  ///   - retryAfter: The delay that the server asks for, in milliseconds.
  case failed(reason: String, retryAfter: Int64? = nil)
}

extension CallRow {
  /// The time of the next attempt after a failed one in milliseconds since 1970; nil: there is none.
  ///
  /// - Parameter jitter: A number from 0 to 1.
  func nextAttempt(after delay: Int64?, at now: Int64, jitter: Double) -> Int64? {
    guard attempts < Self.mostAttempts - 1 else { return nil }
    let full = Self.firstDelay << Int64(attempts)
    let backoff = full / 2 + Int64(Double(full / 2) * jitter)
    let next = now + max(backoff, delay ?? 0)
    return next <= at + Self.longestWait ? next : nil
  }

  static let mostAttempts = 8
  private static let firstDelay: Int64 = 1_000
  /// A day.
  private static let longestWait: Int64 = 86_400_000
}
