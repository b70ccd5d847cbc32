import CShims
import Dispatch
import Glibc
import Sessions
import Support
import Synchronization

/// A wake-up at a time of the storage's clock, also if the machine's wall clock is set.
///
/// Uses a timer of `CLOCK_REALTIME` with an absolute time: it expires when the clock reaches that time for any reason.
/// "TFD_TIMER_CANCEL_ON_SET: … mark this timer as cancelable if the real-time clock undergoes a discontinuous change …
/// a current or future read(2) from the file descriptor will fail with the error ECANCELED" (timerfd_create(2)): it is
/// readable then, too.
final class WallClockTimer: WakeupTimer {
  /// Open until `end()`.
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "navstate.timers")
  private let watch = Mutex<Watch?>(nil)

  private struct Watch {
    let source: any DispatchSourceRead
    let onFire: @Sendable () -> Void
  }

  private let clock: WallClock

  /// - Parameter clock: The storage's clock: the machine's, or that of a database. The difference between the two hardly
  ///   changes before the next wake-up, which is at most some seconds away over a database.
  init(_ clock: @escaping WallClock) throws(CommandError) {
    self.clock = clock
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw CommandError("the timer cannot be created: \(String(cString: strerror(errno)))")
    }
  }

  func begin(_ onFire: @escaping @Sendable () -> Void) {
    watch.withLock { watch in
      let new = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      new.setEventHandler { [descriptor] in
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        // EAGAIN is left out: `fire` has set a later time since the descriptor was ready.
        if count > 0 || errno == ECANCELED { onFire() }
      }
      // Not earlier: the source watches it until then.
      new.setCancelHandler { [descriptor] in close(descriptor) }
      new.resume()
      watch = Watch(source: new, onFire: onFire)
    }
  }

  func end() {
    watch.withLock { watch in
      watch?.source.cancel()
      watch = nil
    }
  }

  func fire(at time: Int64) {
    switch set(time) {
    case .set: break
    // The clock was set before the timer, which is not reported again.
    case .cancelled: _ = set(0)
    // The system takes any time, but a preloaded clock, such as that of libfaketime, may pass on an invalid one.
    case .refused: queue.asyncAfter(deadline: .now() + 1) { [self] in watch.withLock { $0?.onFire }?() }
    }
  }

  private enum Setting {
    case set, cancelled, refused
  }

  private func set(_ time: Int64) -> Setting {
    let shifted = time.addingReportingOverflow(-clock() + wallClock()).partialValue
    // A time of zero would stop the timer; any other that has passed lets it expire at once.
    let time = max(shifted, 1)
    let moment = timespec(tv_sec: Int(time / 1_000), tv_nsec: Int(time % 1_000) * 1_000_000)
    var setting = itimerspec(it_interval: timespec(), it_value: moment)
    let code = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    return code == 0 ? .set : errno == ECANCELED ? .cancelled : .refused
  }
}
