import CLinux
import Glibc
import HTTP

extension EventLoop {
  /// Once a second while there is a connection: looks at every deadline. One pass over some thousand numbers costs
  /// less than keeping them in order.
  func tick() {
    timer.acknowledge()
    startAccepting()
    if connectionCount == 0 { timer.stop() }
    for case let connection? in connections {
      guard let expiry = connection.conversation.expire(at: now) else { continue }
      switch expiry {
      case .close:
        close(connection)
      case .refusal(let error, let number):
        refuse(error, number: number, of: connection)
        serve(connection)
      }
    }
  }

  func lastConnectionClosed() {
    if isAccepting || isDraining { timer.stop() }
    if isDraining { end() }
  }
}

/// Rings once a second while it runs.
struct SecondTimer: ~Copyable {
  let descriptor: Int32

  init() throws(ServerError) {
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else { throw .last("timerfd_create") }
  }

  deinit { close(descriptor) }

  func start() { set(seconds: 1) }
  func stop() { set(seconds: 0) }

  func acknowledge() {
    var count: UInt64 = 0
    _ = retrying { read(descriptor, &count, MemoryLayout<UInt64>.size) }
  }

  private func set(seconds: Int) {
    let period = timespec(tv_sec: seconds, tv_nsec: 0)
    var time = itimerspec(it_interval: period, it_value: period)
    timerfd_settime(descriptor, 0, &time, nil)
  }
}
