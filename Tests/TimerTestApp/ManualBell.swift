import Sessions
import Synchronization

/// A bell that rings when the test lets it, if the time it was set to has come.
package final class ManualBell: WakeupTimer {
  private struct State {
    var onFire: (@Sendable () -> Void)?
    var time: Int64?
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// When it will ring; nil: it was not set since it rang last.
  package var time: Int64? { state.withLock { $0.time } }
  package var isDue: Bool { time.map { $0 <= now() } ?? false }

  package func begin(_ onFire: @escaping @Sendable () -> Void) { state.withLock { $0.onFire = onFire } }
  package func fire(at time: Int64) { state.withLock { $0.time = time } }
  package func end() { state.withLock { $0 = State() } }

  /// Rings as often as the clock says.
  package func ring() {
    while isDue { ringNow() }
  }

  /// Rings whatever it was set to, as when the wall clock was set.
  package func ringNow() {
    let onFire = state.withLock { state in
      state.time = nil
      return state.onFire
    }
    onFire?()
  }
}
