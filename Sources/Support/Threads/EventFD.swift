import CShims
import Glibc

/// A descriptor that wakes a waiting thread; see eventfd(2).
package final class EventFD: Sendable {
  package let descriptor: Int32

  /// Creates a descriptor that is not signalled; nil if the system has none left, with the reason in `errno`.
  package init?() {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func signal() {
    var one: UInt64 = 1
    // EAGAIN, the only other error of a non-blocking descriptor, means that it is already signalled.
    while write(descriptor, &one, MemoryLayout<UInt64>.size) == -1, errno == EINTR {}
  }

  package func clear() {
    // One read resets all signals: the descriptor is a counter.
    var count: UInt64 = 0
    // Fails only if it is not signalled.
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// - Returns: Whether it is signalled. May return early.
  @discardableResult
  package func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
