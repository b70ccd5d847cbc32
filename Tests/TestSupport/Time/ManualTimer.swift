import Sessions
import Synchronization

/// A wakeup timer that fires only when a test calls it.
package final class ManualTimer: WakeupTimer {
  private struct State {
    var onFire: (@Sendable () -> Void)?
    var time: Int64?
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// The time for which it is set; nil: it was not set since it fired.
  package var time: Int64? { state.withLock { $0.time } }
  package var isDue: Bool { time.map { $0 <= now() } ?? false }

  package func begin(_ onFire: @escaping @Sendable () -> Void) { state.withLock { $0.onFire = onFire } }
  package func fire(at time: Int64) { state.withLock { $0.time = time } }
  package func end() { state.withLock { $0 = State() } }

  /// Fires as long as its time has come.
  package func fireIfDue() {
    while isDue { fireNow() }
  }

  /// Fires regardless of its time, as when the wall clock is set.
  package func fireNow() {
    let onFire = state.withLock { state in
      state.time = nil
      return state.onFire
    }
    onFire?()
  }
}
