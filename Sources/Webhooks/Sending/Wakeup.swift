import CLinux
import Glibc

/// A descriptor that wakes a waiting thread.
struct Wakeup: ~Copyable {
  let descriptor: Int32

  init() {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    precondition(descriptor >= 0, "eventfd failed: \(String(cString: strerror(errno)))")
  }

  deinit { close(descriptor) }

  func signal() {
    var one: UInt64 = 1
    // Fails only if it is signalled already.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  func clear() {
    var count: UInt64 = 0
    // Fails only if it is not signalled.
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// - Returns: Whether it is signalled. May return early.
  @discardableResult
  func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
