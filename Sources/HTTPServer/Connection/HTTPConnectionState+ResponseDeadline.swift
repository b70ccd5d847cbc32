import HTTP

/// A deadline of one request that replaces `Timeouts.answer`.
struct ResponseDeadline: Sendable {
  let number: UInt32
  let end: MonotonicTime
  /// The response at the deadline; nil closes the connection.
  let fallback: Response?
  /// Notifies the responder that a response would be too late.
  let onGivingUp: @Sendable () -> Void
}

extension HTTPConnectionState {
  /// Sets the deadline of a request.
  ///
  /// - Returns: false if the request no longer waits for a response.
  mutating func expectAnswer(_ responseDeadline: ResponseDeadline) -> Bool {
    guard awaits(responseDeadline.number), !isStreaming,
      !early.contains(where: { $0.number == responseDeadline.number })
    else {
      return false
    }
    responseDeadlines.removeAll { $0.number == responseDeadline.number }
    responseDeadlines.append(responseDeadline)
    waitRestarts = true
    return true
  }

  /// The deadline of the oldest unanswered request.
  var currentResponseDeadline: ResponseDeadline? {
    responseDeadlines.isEmpty ? nil : responseDeadlines.first { $0.number == oldest }
  }

  /// Removes the deadline of a request.
  mutating func removeResponseDeadline(_ number: UInt32) -> ResponseDeadline? {
    responseDeadlines.firstIndex { $0.number == number }.map { responseDeadlines.remove(at: $0) }
  }
}
