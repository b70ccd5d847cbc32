import Glibc

/// Where the time comes from, in milliseconds.
package struct Clock: Sendable {
  /// Of a clock that nobody sets: for waiting.
  package let now: @Sendable () -> Int64
  /// Since 1970: for telling.
  package let date: @Sendable () -> Int64

  package init(now: @escaping @Sendable () -> Int64, date: @escaping @Sendable () -> Int64) {
    self.now = now
    self.date = date
  }

  package static let system = Clock(now: { read(CLOCK_MONOTONIC) }, date: { read(CLOCK_REALTIME) })

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
