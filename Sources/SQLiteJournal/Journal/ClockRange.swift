import JSON
import Sessions

/// The range of wall clock times at which changes are written.
///
/// Time never goes back within a session: one change from a clock that is thousands of years ahead would keep the
/// session at that time. Such a clock is a write failure, like a full disk. The writer continues when the clock is
/// corrected.
enum ClockRange {
  /// The years 1970 to 9998, so that a timer set a year ahead can be written, too.
  static let moments: ClosedRange<Int64> = 0...253_370_764_799_999

  /// The failure of writes at a time; nil if the time is in the range.
  static func failure(at now: Int64) -> JournalFailure? {
    guard !moments.contains(now) else { return nil }
    let place = now < 0 ? "before 1970" : "at \(JSONTimestamp.text(now)) or later"
    return .unavailable("the clock of the machine is \(place); set it to a time from 1970 to 9998")
  }
}
