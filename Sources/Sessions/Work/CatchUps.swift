import Synchronization

/// Counts the runs of work that others wait for.
final class CatchUps: Sendable {
  private let state = Mutex((running: 0, waiting: [@Sendable (()) -> Void]()))

  func begin() { state.withLock { $0.running += 1 } }

  func end() {
    let waiting = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [@Sendable (()) -> Void]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter(()) }
  }

  /// Waits until no run is left.
  func whenDone() async {
    await awaiting { [self] done in
      let waits = state.withLock { state in
        if state.running > 0 { state.waiting.append(done) }
        return state.running > 0
      }
      if !waits { done(()) }
    }
  }
}
