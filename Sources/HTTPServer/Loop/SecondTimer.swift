import CLinux
import Glibc

/// A timer descriptor that fires once a second while it runs.
struct SecondTimer: ~Copyable {
  let descriptor: Int32
  private var isRunning = false

  init() throws(ServerError) {
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else { throw .last("timerfd_create") }
  }

  deinit { close(descriptor) }

  mutating func start() {
    if !isRunning { set(seconds: 1) }
  }

  mutating func stop() {
    if isRunning { set(seconds: 0) }
  }

  func acknowledge() {
    var count: UInt64 = 0
    _ = retrying { read(descriptor, &count, MemoryLayout<UInt64>.size) }
  }

  private mutating func set(seconds: Int) {
    isRunning = seconds > 0
    let period = timespec(tv_sec: seconds, tv_nsec: 0)
    var time = itimerspec(it_interval: period, it_value: period)
    timerfd_settime(descriptor, 0, &time, nil)
  }
}
