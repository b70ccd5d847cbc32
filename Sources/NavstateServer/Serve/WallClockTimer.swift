import CLinux
import Dispatch
import Glibc
import Sessions
import Synchronization

/// A wake-up at a time of the machine's wall clock, also if the clock is set.
///
/// Uses a timer of `CLOCK_REALTIME` with an absolute time: it expires when the clock reaches that time for any reason.
/// "TFD_TIMER_CANCEL_ON_SET: … mark this timer as cancelable if the real-time clock undergoes a discontinuous change …
/// a current or future read(2) from the file descriptor will fail with the error ECANCELED" (timerfd_create(2)): it is
/// readable then, too.
final class WallClockTimer: WakeupTimer {
  /// Open until `end()`.
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "navstate.timers")
  private let source = Mutex<(any DispatchSourceRead)?>(nil)

  init() throws(StartError) {
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw StartError(description: "the timer cannot be created: \(String(cString: strerror(errno)))")
    }
  }

  func begin(_ onFire: @escaping @Sendable () -> Void) {
    source.withLock { source in
      let new = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      new.setEventHandler { [descriptor] in
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        if count > 0 || errno == ECANCELED { onFire() }
      }
      // Not earlier: the source watches it until then.
      new.setCancelHandler { [descriptor] in close(descriptor) }
      new.resume()
      source = new
    }
  }

  func end() {
    source.withLock { source in
      source?.cancel()
      source = nil
    }
  }

  func fire(at time: Int64) {
    // ECANCELED: the clock was set before the timer, which is not reported again.
    if !set(time) { _ = set(0) }
  }

  /// - Returns: false when the clock was set meanwhile.
  private func set(_ time: Int64) -> Bool {
    // A time of zero would stop the timer; any other that has passed lets it expire at once.
    let time = max(time, 1)
    let moment = timespec(tv_sec: Int(time / 1_000), tv_nsec: Int(time % 1_000) * 1_000_000)
    var setting = itimerspec(it_interval: timespec(), it_value: moment)
    let code = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    precondition(code == 0 || errno == ECANCELED, "the timer cannot be set: \(String(cString: strerror(errno)))")
    return code == 0
  }
}
