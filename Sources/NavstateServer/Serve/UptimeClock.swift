import Support

/// A wall clock that ignores large forward jumps, for retention.
///
/// Expired history is erased permanently. A clock set forward by years while the server runs would expire all of it,
/// so the clock advances at most by the uptime since the start, and an hour for corrections.
struct UptimeClock: Sendable {
  private let wall: WallClock
  private let uptime: Uptime
  /// The time of the wall clock at uptime zero, computed at the start.
  private let origin: Int64

  static let slack: Int64 = 60 * 60 * 1_000

  /// Milliseconds since any moment; it cannot be set.
  typealias Uptime = @Sendable () -> Int64

  init(wall: @escaping WallClock, uptime: @escaping Uptime = { Stopwatch.sinceBoot }) {
    self.wall = wall
    self.uptime = uptime
    origin = wall() - uptime()
  }

  /// Milliseconds since 1970, at most the time of the start plus the uptime since then and the slack.
  var now: Int64 { min(wall(), origin + uptime() + Self.slack) }
}
