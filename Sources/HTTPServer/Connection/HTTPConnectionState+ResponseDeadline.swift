import HTTP

/// A request whose answer may take longer, or not as long, as `Timeouts.answer` says.
struct ResponseDeadline: Sendable {
  let number: UInt32
  let end: MonotonicTime
  /// What is answered at the end; nil closes the connection.
  let fallback: Response?
  /// Tells whoever would have answered that it is too late.
  let onGivingUp: @Sendable () -> Void
}

extension HTTPConnectionState {
  /// - Returns: Whether there is something to wait for.
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

  /// That of the request whose answer the connection waits for.
  var currentResponseDeadline: ResponseDeadline? {
    responseDeadlines.isEmpty ? nil : responseDeadlines.first { $0.number == oldest }
  }

  mutating func takeResponseDeadline(_ number: UInt32) -> ResponseDeadline? {
    responseDeadlines.firstIndex { $0.number == number }.map { responseDeadlines.remove(at: $0) }
  }
}
