import HTTP

extension HTTPConnectionState {
  /// The event that the connection waits for. Only one at a time has a deadline.
  enum Wait: Sendable {
    case nothing, header, body, idle, answer, write, discarding
    /// A stream without queued events.
    case silence
  }

  enum Expiry: Equatable {
    case close
    /// An error response to the request with this number, which is the last response.
    case refusal(RequestError, number: UInt32)
    /// The fallback of a request whose responder exceeded its deadline.
    case fallback(number: UInt32)
    /// A comment on a silent stream.
    case heartbeat
  }

  /// Sets the deadline of the current wait. A continued wait keeps its deadline: the ten seconds for a header start at
  /// its first byte, however often further bytes arrive.
  mutating func updateDeadline(at now: MonotonicTime) {
    let present = presentWait
    guard present != wait || waitRestarts else { return }
    wait = present
    waitRestarts = false
    if present == .answer, let responseDeadline = currentResponseDeadline { return deadline = responseDeadline.end }
    if present == .answer, !isStreaming, let late = limits.late { return deadline = now + late.time.milliseconds }
    deadline = now + limits.milliseconds(for: present, isDraining: isDraining)
  }

  /// The action for an expired deadline; nil before it.
  mutating func expire(at now: MonotonicTime) -> Expiry? {
    guard now >= deadline else { return nil }
    switch wait {
    case .header: return .refusal(limits.headerTimeout, number: refuse())
    case .body: return .refusal(limits.bodyTimeout, number: refuse())
    case .silence: return .heartbeat
    case .answer: return expireAnswer()
    // An idle client expects no answer, a stalled one would not read it, and a lingering one has it.
    default: return .close
    }
  }

  /// Whether an expired deadline is one of the client, which may have met it in time: a busy loop may not have read its
  /// bytes yet.
  func mayHaveMoved(by now: MonotonicTime) -> Bool {
    switch wait {
    case .header, .body, .idle, .write: now >= deadline
    case .nothing, .answer, .discarding, .silence: false
    }
  }

  private func expireAnswer() -> Expiry {
    guard let responseDeadline = currentResponseDeadline else {
      guard let late = limits.late, !isStreaming else { return .close }
      return .refusal(traits.isSafe(oldest) ? late.safe : late.unsafe, number: oldest)
    }
    guard responseDeadline.fallback != nil else { return .close }
    return .fallback(number: responseDeadline.number)
  }

  private var presentWait: Wait {
    if isLingering { return .discarding }
    // Before the deadlines of input: a client that does not read its responses gains no time by sending.
    if hasUnsent { return .write }
    if acceptsRequests {
      if parser.phase == .head { return .header }
      if parser.phase == .body { return .body }
    }
    if isStreaming { return hasHeartbeat ? .silence : .answer }
    return unanswered > 0 ? .answer : .idle
  }
}
