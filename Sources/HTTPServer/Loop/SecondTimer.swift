import CShims
import Glibc

/// A timer descriptor that fires once a second, or four times, while it runs.
struct SecondTimer: ~Copyable {
  let descriptor: Int32
  private let period: timespec
  private var isRunning = false

  init(isFast: Bool = false) throws(ServerError) {
    period = timespec(tv_sec: isFast ? 0 : 1, tv_nsec: isFast ? 250_000_000 : 0)
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else { throw .last("timerfd_create") }
  }

  deinit { close(descriptor) }

  mutating func start() {
    if !isRunning { set(period) }
  }

  mutating func stop() {
    if isRunning { set(nil) }
  }

  func acknowledge() {
    var count: UInt64 = 0
    // Reading makes the descriptor unready again. How many periods were missed does not matter.
    _ = retrying { read(descriptor, &count, MemoryLayout<UInt64>.size) }
  }

  private mutating func set(_ period: timespec?) {
    isRunning = period != nil
    let period = period ?? timespec()
    var time = itimerspec(it_interval: period, it_value: period)
    timerfd_settime(descriptor, 0, &time, nil)
  }
}
