import Synchronization

/// Limits the concurrent reads of history, per session and in total.
///
/// Each running read holds a tree and a page of changes. Waiting reads hold nothing; sessions take turns.
final class ReadPermits: Sendable {
  struct Limits: Sendable {
    /// Running reads of one session.
    var running = 4
    var runningInAll = 32
    /// Waiting reads of one session.
    var waiting = 256
  }

  /// The permits whose waiting readers this thread serves.
  private static let serving = ThreadValue<ObjectIdentifier>()

  private let limits: Limits
  private let state = Mutex(State())

  fileprivate struct State {
    var running: [SessionID: Int] = [:]
    var runningInAll = 0
    var waiting = FairQueue<SessionID, (SessionID, @Sendable (Int?) -> Void)>()
  }

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Runs `body` with a permit to read the session's history.
  ///
  /// - Throws: The refusal when too many reads wait.
  func withPermit<Value: Sendable, Failure>(
    for session: SessionID, _ body: () async throws(Failure) -> Value
  ) async throws(OutcomeError) -> Result<Value, Failure> {
    if let waiting = await acquire(for: session, waitsAlways: false) {
      throw OutcomeError(outcome: .readsBusy(waiting: waiting))
    }
    defer { restore(session) }
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }

  /// Waits for a permit, which has to be restored.
  ///
  /// - Parameter waitsAlways: Ignores the limit of waiting reads, for callers that are limited elsewhere.
  /// - Returns: nil, or the number of waiting reads when the limit is reached; no permit is given then.
  func acquire(for session: SessionID, waitsAlways: Bool) async -> Int? {
    await awaiting { [self] reader in
      let (isOver, refusal) = state.withLock { state -> (Bool, Int?) in
        if state.mayRun(session, limits) {
          state.begin(session)
          return (true, nil)
        }
        let waiting = state.waiting.count(of: session)
        guard waitsAlways || waiting < limits.waiting else { return (true, waiting) }
        state.waiting.append((session, reader), of: session)
        return (false, nil)
      }
      if isOver { reader(refusal) }
    }
  }

  func restore(_ session: SessionID) {
    state.withLock { $0.end(session) }
    // A reader that ends at once restores its permit here again: the loop serves it, so that the stack does not grow with
    // the readers that wait.
    guard Self.serving.current != ObjectIdentifier(self) else { return }
    Self.serving.withValue(ObjectIdentifier(self)) {
      while let reader = nextReader() { reader(nil) }
    }
  }

  private func nextReader() -> (@Sendable (Int?) -> Void)? {
    let next = state.withLock { state -> (SessionID, @Sendable (Int?) -> Void)? in
      // The closure has copies, since the state cannot be read while its queue is being changed.
      let next = state.waiting.removeFirst { [state = state.running, inAll = state.runningInAll, limits] in
        inAll < limits.runningInAll && state[$0, default: 0] < limits.running
      }
      if let next { state.begin(next.0) }
      return next
    }
    return next?.1
  }
}

extension ReadPermits.State {
  fileprivate func mayRun(_ session: SessionID, _ limits: ReadPermits.Limits) -> Bool {
    runningInAll < limits.runningInAll && running[session, default: 0] < limits.running
  }

  fileprivate mutating func begin(_ session: SessionID) {
    running[session, default: 0] += 1
    runningInAll += 1
  }

  fileprivate mutating func end(_ session: SessionID) {
    runningInAll -= 1
    let rest = running[session, default: 1] - 1
    running[session] = rest > 0 ? rest : nil
  }
}
