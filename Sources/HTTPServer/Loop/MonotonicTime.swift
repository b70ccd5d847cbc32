import Glibc

/// A time of the machine's monotonic clock, in milliseconds.
struct MonotonicTime: Comparable, Sendable {
  var milliseconds: Int64

  static let distantFuture = MonotonicTime(milliseconds: .max)

  /// The time of the kernel's last tick: some milliseconds late, at a fifth of the cost.
  static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return MonotonicTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  static func + (instant: MonotonicTime, milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(milliseconds: instant.milliseconds + milliseconds)
  }

  static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
