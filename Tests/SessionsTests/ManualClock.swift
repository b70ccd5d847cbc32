import Synchronization

/// A clock that stands still until the test advances it.
final class ManualClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_767_323_045_678)
  var now: Int64 { milliseconds.withLock { $0 } }

  func advance(_ milliseconds: Int64) {
    self.milliseconds.withLock { $0 += milliseconds }
  }
}
