import JSON
import Sessions

/// The times of the wall clock at which changes are written.
///
/// In a session time does not go back: a single change from a clock that is thousands of years ahead would leave the session
/// there for ever. Such a clock is refused as a disk that takes no writes is, and the writer goes on when it is set right.
enum ClockRange {
  /// The years 1970 to 9998: a timer that is set a year ahead can be written, too.
  static let moments: ClosedRange<Int64> = 0...253_370_764_799_999

  /// Why nothing is written at a time; nil: it is.
  static func failure(at now: Int64) -> JournalFailure? {
    guard !moments.contains(now) else { return nil }
    let place = now < 0 ? "before 1970" : "at \(JSONTimestamp.text(now)) or later"
    return .unavailable("the clock of the machine stands \(place); set it to a time from 1970 to 9998")
  }
}
