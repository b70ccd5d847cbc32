import Glibc
import Support

/// A time until which something is tried again, or waited for.
package struct Deadline: Sendable {
  private let end: Int

  /// - Parameter milliseconds: The time from now.
  package init(in milliseconds: Int64) { end = Stopwatch.now + Int(milliseconds) * 1_000_000 }

  package var isOver: Bool { Stopwatch.now >= end }

  /// The milliseconds until then, at most `limit`.
  func remaining(atMost limit: Int32) -> Int32 { Int32(clamping: min(Int(limit), (end - Stopwatch.now) / 1_000_000)) }

  /// Waits before the next attempt to reach a server.
  package func pause() { usleep(50_000) }
}
