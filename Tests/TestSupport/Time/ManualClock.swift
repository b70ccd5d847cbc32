import Synchronization

/// A clock that stands still until the test advances it.
package final class ManualClock: Sendable {
  private let milliseconds: Mutex<Int64>

  /// - Parameter milliseconds: The time at first, in milliseconds since 1970: 2026-01-02T03:04:05.678Z.
  package init(at milliseconds: Int64 = 1_767_323_045_678) {
    self.milliseconds = Mutex(milliseconds)
  }

  package var now: Int64 { milliseconds.withLock { $0 } }

  package func advance(_ milliseconds: Int64) {
    self.milliseconds.withLock { $0 += milliseconds }
  }
}
