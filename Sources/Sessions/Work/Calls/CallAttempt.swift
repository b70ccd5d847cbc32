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
    let limits = CallReply(stored: reply)
    guard attempts < (limits.attempts ?? Self.mostAttempts) - 1 else { return nil }
    let full = Self.firstDelay << Int64(attempts)
    // Half of the delay is random, so that calls which failed together are not repeated together.
    let backoff = full / 2 + Int64(Double(full / 2) * jitter)
    let next = now + max(backoff, delay ?? 0)
    return next <= at + (limits.deadline ?? CallRequest.longestDeadline) ? next : nil
  }

  /// The call with the time that its deadline leaves to an attempt; nil: it is over.
  func limited(at now: Int64) -> CallRow? {
    guard let deadline = CallReply(stored: reply).deadline else { return self }
    let left = at + deadline - now
    guard left > 0 else { return nil }
    var call = self
    call.request.timeout = min(request.timeout, left)
    return call
  }

  static let mostAttempts = 8
  private static let firstDelay: Int64 = 1_000
}
