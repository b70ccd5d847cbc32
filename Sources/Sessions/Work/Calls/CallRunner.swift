import Navigation

/// Asks a server, and has the session perform the action for the answer.
struct CallRunner: Sendable {
  /// Sends a request once. `ended` is called once, on any thread.
  typealias Send = @Sendable (CallRow, _ ended: @escaping @Sendable (CallAttempt) -> Void) -> Void
  /// Passes an answer to the session of a call.
  typealias Answer = @Sendable (CallRow, CallAnswer, @escaping @Sendable (Outcome) -> Void) -> Void

  let environment: SessionEnvironment
  let send: Send
  let answer: Answer

  /// The result of running a call.
  enum Result: Sendable {
    /// Answered, or no longer waiting.
    case over
    /// The next attempt is due at this time.
    case retried(at: Int64)
    /// The journal cannot be read or written at present.
    case later(CallAnswer?)
    /// The session's data is corrupted.
    case damaged(CallAnswer)
  }

  typealias Ended = @Sendable (Result) -> Void

  /// Runs a call, unless it has gone.
  func run(_ entry: CallBacklog.Entry, _ ended: @escaping Ended) {
    // Read for each attempt: memory has a few words of a call, and one that has ended must not be sent
    // (decision 0048).
    environment.journal.calls(.one(entry.key)) { result in
      switch result {
      case .failure: ended(.later(nil))
      case .success(let calls):
        // The nodes may have changed since the call was noted; the one that owns the session now asks.
        guard let call = calls.first, environment.shared?.owns(call.session) ?? true else { return ended(.over) }
        if let answer = entry.answer { return take(answer, of: call, ended) }
        guard let limited = call.limited(at: environment.now()) else {
          return take(.failure(reason: "timeout"), of: call, ended)
        }
        environment.callScheduler.attempts.increment()
        send(limited) { conclude($0, of: call, ended) }
      }
    }
  }

  private func conclude(_ attempt: CallAttempt, of call: CallRow, _ ended: @escaping Ended) {
    switch attempt {
    case .answered(let answer): take(answer, of: call, ended)
    case .failed(let reason, let delay):
      let (now, jitter) = (environment.now(), Double.random(in: 0...1))
      guard let due = call.nextAttempt(after: delay, at: now, jitter: jitter) else {
        return take(.failure(reason: reason), of: call, ended)
      }
      let write = Write.deferCall(call.key, attempts: call.attempts + 1, failure: reason, due: due)
      // Without the write, a later process counts one attempt less.
      if !environment.journal.submit(write, settled: { _ in ended(.retried(at: due)) }) { ended(.retried(at: due)) }
    }
  }

  private func take(_ given: CallAnswer, of call: CallRow, _ ended: @escaping Ended) {
    answer(call, given) { outcome in
      switch outcome {
      case .journalBusy, .turnsBusy, .failed(.full), .failed(.unavailable): ended(.later(given))
      case .failed(.damaged), .failed(.quarantined): ended(.damaged(given))
      case .receipt:
        environment.callScheduler.count(given)
        ended(.over)
      default: ended(.over)
      }
    }
  }
}
