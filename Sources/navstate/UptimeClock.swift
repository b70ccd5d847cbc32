import Glibc

/// Tells how old something is by a wall clock that may have been set.
///
/// What is too old is erased for good. A clock that is set forward by years while the server runs makes everything too old,
/// so it counts no more than the time that has really passed since the start, and an hour for honest corrections.
struct UptimeClock: Sendable {
  private let wall: @Sendable () -> Int64
  private let uptime: @Sendable () -> Int64
  /// What the wall clock said when the machine's uptime was zero, as of the start.
  private let origin: Int64

  static let slack: Int64 = 60 * 60 * 1_000

  /// - Parameters:
  ///   - wall: Milliseconds since 1970.
  ///   - uptime: Milliseconds since any moment; nobody can set it.
  init(wall: @escaping @Sendable () -> Int64 = wallClock, uptime: @escaping @Sendable () -> Int64 = Self.sinceBoot) {
    self.wall = wall
    self.uptime = uptime
    origin = wall() - uptime()
  }

  /// Milliseconds since 1970, never ahead of what the start and the time since then give.
  var now: Int64 { min(wall(), origin + uptime() + Self.slack) }

  /// The time that the machine has slept counts, too.
  @Sendable private static func sinceBoot() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
