import Sessions
import Synchronization

/// A bell that rings when the test lets it, if the time it was set to has come.
final class ManualBell: AlarmBell {
  private struct State {
    var rung: (@Sendable () -> Void)?
    var time: Int64?
  }

  private let state = Mutex(State())
  private let clock: ManualClock

  init(_ clock: ManualClock) {
    self.clock = clock
  }

  /// When it will ring; nil: it was not set since it rang last.
  var time: Int64? { state.withLock { $0.time } }

  func begin(_ rung: @escaping @Sendable () -> Void) { state.withLock { $0.rung = rung } }
  func ring(at time: Int64) { state.withLock { $0.time = time } }
  func end() { state.withLock { $0 = State() } }

  /// Rings as often as the clock says.
  func ring() {
    while let rung = take() { rung() }
  }

  /// The wall clock was set, and the bell rings whatever it was set to.
  func ringForClockChange() {
    state.withLock { $0.time = nil }
    state.withLock { $0.rung }?()
  }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let time = state.time, time <= clock.now else { return nil }
      state.time = nil
      return state.rung
    }
  }
}
