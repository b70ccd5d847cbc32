import HTTP

extension HTTPConnectionState {
  /// What the connection waits for: one thing at a time has a deadline.
  enum Wait: Sendable {
    case nothing, header, body, idle, answer, write, discarding
    /// A stream that has nothing to say.
    case silence
  }

  enum Expiry: Equatable {
    case close
    /// To be answered under this number, as the last answer.
    case refusal(RequestError, number: UInt32)
    /// To be answered in the place of an answer that did not come in its time.
    case fallback(number: UInt32)
    /// To be sent, for a stream that was silent for long.
    case heartbeat
  }

  /// Sets the deadline of what the connection waits for now. A wait that goes on keeps the deadline it has: ten
  /// seconds for a header are ten from its first byte, however often a byte comes.
  mutating func updateDeadline(at now: MonotonicTime) {
    let present = presentWait
    guard present != wait || waitRestarts else { return }
    wait = present
    waitRestarts = false
    if present == .answer, let responseDeadline = currentResponseDeadline { return deadline = responseDeadline.end }
    deadline = now + limits.milliseconds(for: present, isDraining: isDraining)
  }

  /// What is to be done about a deadline that has passed; nil while there is time.
  mutating func expire(at now: MonotonicTime) -> Expiry? {
    guard now >= deadline else { return nil }
    switch wait {
    case .header: return .refusal(limits.headerTimeout, number: refuse())
    case .body: return .refusal(limits.bodyTimeout, number: refuse())
    case .silence: return .heartbeat
    case .answer: return expireAnswer()
    default: return .close
    }
  }

  /// Whether the deadline has passed of something that the client may have done in time, and a loop that was busy has not
  /// seen yet.
  func mayHaveMoved(by now: MonotonicTime) -> Bool {
    guard now >= deadline else { return false }
    return switch wait {
    case .header, .body, .idle, .write: true
    case .nothing, .answer, .discarding, .silence: false
    }
  }

  private func expireAnswer() -> Expiry {
    guard let responseDeadline = currentResponseDeadline, responseDeadline.fallback != nil else { return .close }
    return .fallback(number: responseDeadline.number)
  }

  private var presentWait: Wait {
    if isLingering { return .discarding }
    if hasUnsent { return .write }
    if takesRequests {
      if parser.phase == .head { return .header }
      if parser.phase == .body { return .body }
    }
    if isStreaming { return hasHeartbeat ? .silence : .answer }
    return unanswered > 0 ? .answer : .idle
  }
}
