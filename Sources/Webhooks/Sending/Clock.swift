import Glibc
import Support

/// A source of times in milliseconds.
package struct Clock: Sendable {
  /// A monotonic clock, for delays.
  package let now: @Sendable () -> Int64
  /// For display.
  package let date: WallClock

  /// Creates a clock, for tests.
  package init(now: @escaping @Sendable () -> Int64, date: @escaping WallClock) {
    self.now = now
    self.date = date
  }

  /// The operating system's clocks.
  package static let system = Clock(now: { read(CLOCK_MONOTONIC) }, date: { read(CLOCK_REALTIME) })

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
