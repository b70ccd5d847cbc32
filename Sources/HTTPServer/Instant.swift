import Glibc

/// A moment on the machine's monotonic clock, in milliseconds.
struct Instant: Comparable, Sendable {
  var milliseconds: Int64

  static let distantFuture = Instant(milliseconds: .max)

  /// The kernel's clock as of its last tick: some milliseconds late, and a fifth of the price.
  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  static func + (instant: Instant, milliseconds: Int64) -> Instant {
    Instant(milliseconds: instant.milliseconds + milliseconds)
  }

  static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
