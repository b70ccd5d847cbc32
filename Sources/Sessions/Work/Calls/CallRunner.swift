import Navigation

/// Asks a server, and has the session perform the action for the answer.
struct CallRunner: Sendable {
  let environment: SessionEnvironment
  /// Sends a request once.
  let send: @Sendable (CallRow) async -> CallAttempt
  /// Passes an answer to the session of a call.
  let answer: @Sendable (CallRow, CallAnswer) async -> Outcome

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

  /// Runs a call, unless it has gone.
  func run(_ entry: CallBacklog.Entry) async -> Result {
    // Read for each attempt: memory has a few words of a call, and one that has ended must not be sent
    // (decision 0048).
    let calls: [CallRow]
    do throws(JournalFailure) { calls = try await environment.journal.calls(.one(entry.key)) } catch {
      return .later(nil)
    }
    // The nodes may have changed since the call was noted; the one that owns the session now asks.
    guard let call = calls.first, environment.node.owns(call.session) else { return .over }
    if let answer = entry.answer { return await deliver(answer, of: call) }
    guard let limited = call.limited(at: environment.now()) else {
      return await deliver(.failure(reason: "timeout"), of: call)
    }
    environment.callScheduler.attempts.increment()
    switch await send(limited) {
    case .answered(let answer): return await deliver(answer, of: call)
    case .failed(let reason, let delay):
      let (now, jitter) = (environment.now(), Double.random(in: 0...1))
      guard let due = call.nextAttempt(after: delay, at: now, jitter: jitter) else {
        return await deliver(.failure(reason: reason), of: call)
      }
      let write = Write.deferCall(call.key, attempts: call.attempts + 1, failure: reason, due: due)
      // Without the write, a later process counts one attempt less.
      _ = try? await environment.journal.store(write)
      return .retried(at: due)
    }
  }

  private func deliver(_ given: CallAnswer, of call: CallRow) async -> Result {
    switch await answer(call, given) {
    case .journalBusy, .turnsBusy, .failed(.full), .failed(.unavailable): return .later(given)
    case .failed(.damaged), .failed(.quarantined): return .damaged(given)
    case .receipt:
      environment.callScheduler.count(given)
      return .over
    default: return .over
    }
  }
}
