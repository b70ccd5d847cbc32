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

  private let limits: Limits
  private let state = Mutex(State())

  fileprivate struct State {
    var running: [SessionID: Int] = [:]
    var runningInAll = 0
    var waiting = FairQueue<SessionID, (SessionID, @Sendable (ReadPermit) -> Void)>()
  }

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Calls `body` with a permit, at once or when one becomes free.
  ///
  /// - Parameter waitsAlways: Ignores the limit of waiting reads, for callers that are limited elsewhere.
  /// - Returns: nil, or the number of waiting reads when the limit is reached; `body` is not called then.
  func take(
    for session: SessionID, waitsAlways: Bool, _ body: @escaping @Sendable (ReadPermit) -> Void
  ) -> Int? {
    let (isGiven, refusal) = state.withLock { state -> (Bool, Int?) in
      if state.mayRun(session, limits) {
        state.begin(session)
        return (true, nil)
      }
      let waiting = state.waiting.count(of: session)
      guard waitsAlways || waiting < limits.waiting else { return (false, waiting) }
      state.waiting.append((session, body), of: session)
      return (false, nil)
    }
    // Outside of the lock, which the permit takes when it is given back.
    if isGiven { body(ReadPermit(session, of: self)) }
    return refusal
  }

  fileprivate func restore(_ session: SessionID) {
    let next = state.withLock { state -> (SessionID, @Sendable (ReadPermit) -> Void)? in
      state.end(session)
      // The closure has copies, since the state cannot be read while its queue is being changed.
      let next = state.waiting.removeFirst { [state = state.running, inAll = state.runningInAll, limits] in
        inAll < limits.runningInAll && state[$0, default: 0] < limits.running
      }
      if let next { state.begin(next.0) }
      return next
    }
    if let (session, body) = next { body(ReadPermit(session, of: self)) }
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

/// A permit to read a session's history, until it is restored or deallocated.
final class ReadPermit: Sendable {
  private let session: SessionID
  private let permits: ReadPermits
  private let isGivenBack = Atomic(false)

  fileprivate init(_ session: SessionID, of permits: ReadPermits) {
    self.session = session
    self.permits = permits
  }

  deinit { restore() }

  func restore() {
    if !isGivenBack.exchange(true, ordering: .acquiringAndReleasing) { permits.restore(session) }
  }
}

extension ReadPermits {
  /// Calls `body` when a permit to read the session's history is available.
  ///
  /// - Parameter refuse: Called instead when too many reads wait; nil: no limit.
  func withPermit(
    for id: SessionID, otherwise refuse: (@Sendable (Outcome) -> Void)? = nil,
    _ body: @escaping @Sendable (ReadPermit) -> Void
  ) {
    let waiting = take(for: id, waitsAlways: refuse == nil, body)
    if let waiting { refuse?(.readsBusy(waiting: waiting)) }
  }
}
