import Glibc
import Metrics

/// A time until which something is tried again.
struct Deadline: Sendable {
  private let end: Int

  /// - Parameter milliseconds: The time from now.
  init(in milliseconds: Int64) { end = Stopwatch.now + Int(milliseconds) * 1_000_000 }

  var isOver: Bool { Stopwatch.now >= end }

  /// Waits before the next attempt to reach a server.
  func pause() { usleep(50_000) }
}
