import CShims
import Glibc

/// An epoll set of descriptors.
struct Epoll: ~Copyable {
  let descriptor: Int32
  private let events: UnsafeMutableBufferPointer<epoll_event>

  init() throws(ServerError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .last("epoll_create1") }
    events = .allocate(capacity: 256)
  }

  deinit {
    events.deallocate()
    close(descriptor)
  }

  /// Adds a descriptor.
  ///
  /// - Returns: false if the system call failed; see `errno`.
  func add(_ descriptor: Int32, generation: UInt32 = 0, for flags: UInt32) -> Bool {
    var event = epoll_event()
    event.events = flags
    // The kernel returns these bits with each event. Generation 0 marks the loop's own descriptors.
    event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    return epoll_ctl(self.descriptor, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  func remove(_ descriptor: Int32) {
    epoll_ctl(self.descriptor, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// The pending events, or those that occur before the timeout. Valid until the next call.
  func ready(within milliseconds: Int32) -> Slice<UnsafeMutableBufferPointer<epoll_event>> {
    let count = retrying { epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds) }
    // epoll_wait(2): the errors other than EINTR concern the arguments, which never change.
    return events.prefix(max(0, Int(count)))
  }
}

extension epoll_event {
  var descriptor: Int32 { Int32(truncatingIfNeeded: data.u64) }
  var generation: UInt32 { UInt32(truncatingIfNeeded: data.u64 >> 32) }

  static var input: UInt32 { EPOLLIN.rawValue }
  static var peerClosed: UInt32 { EPOLLRDHUP.rawValue }
  static var output: UInt32 { EPOLLOUT.rawValue }
  static var hangup: UInt32 { EPOLLERR.rawValue | EPOLLHUP.rawValue }
  /// Reports each change once, so that no system call is needed to change the watched events.
  static var edgeTriggered: UInt32 { EPOLLET.rawValue }
}
