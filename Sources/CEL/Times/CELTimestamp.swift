import CivilDates

/// A time in UTC in the years 1 to 9999, with nanoseconds.
package struct CELTimestamp: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// The seconds since 1970-01-01T00:00:00Z; negative before.
  package let seconds: Int64
  /// The nanoseconds after `seconds`, 0 to 999,999,999.
  package let nanoseconds: Int32

  private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Creates a time; nil outside the years 1 to 9999.
  package init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates a time from milliseconds since 1970; nil outside the years 1 to 9999.
  package init?(milliseconds: Int64) {
    let (seconds, rest) = milliseconds.flooredDivision(by: 1_000)
    self.init(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000)
  }

  /// The time in milliseconds since 1970, rounded down.
  package var milliseconds: Int64 { seconds * 1_000 + Int64(nanoseconds / 1_000_000) }

  package static func < (left: CELTimestamp, right: CELTimestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension CELTimestamp {
  /// The time after a duration; nil when it is out of range.
  func adding(_ duration: CELDuration) -> CELTimestamp? {
    let (added, addedNanoseconds) = duration.nanoseconds.flooredDivision(by: CELDuration.nanosecondsPerSecond)
    let sum = Int64(nanoseconds) + addedNanoseconds
    let carry: Int64 = sum >= CELDuration.nanosecondsPerSecond ? 1 : 0
    // A duration has less than 10^10 seconds and `range` bounds the others, so no sum overflows.
    return CELTimestamp(
      seconds: seconds + added + carry, nanoseconds: Int32(sum - carry * CELDuration.nanosecondsPerSecond))
  }

  /// The time before a duration; nil when it is out of range.
  func subtracting(_ duration: CELDuration) -> CELTimestamp? {
    // The shortest duration has no negation in 64 bits, and is taken in two parts.
    duration.nanoseconds == .min
      ? adding(CELDuration(nanoseconds: .max))?.adding(CELDuration(nanoseconds: 1))
      : adding(CELDuration(nanoseconds: -duration.nanoseconds))
  }

  /// The duration since another time; nil when it is out of range.
  func since(_ other: CELTimestamp) -> CELDuration? {
    let (whole, isTooLong) = (seconds - other.seconds).multipliedReportingOverflow(
      by: CELDuration.nanosecondsPerSecond)
    let (sum, isOver) = whole.addingReportingOverflow(Int64(nanoseconds) - Int64(other.nanoseconds))
    return isTooLong || isOver ? nil : CELDuration(nanoseconds: sum)
  }
}

extension CELTimestamp {
  /// The time in RFC 3339, with as many digits of a second as it needs: `2026-01-02T03:04:05.5Z`.
  package var description: String {
    let time = CivilTime(self, offset: 0)
    let date = "\(time.date.year.padded(to: 4))-\(time.date.month.padded(to: 2))-\(time.date.day.padded(to: 2))"
    let clock = "\(time.hour.padded(to: 2)):\(time.minute.padded(to: 2)):\(time.second.padded(to: 2))"
    return "\(date)T\(clock)\(Int(nanoseconds).fraction)Z"
  }

  /// Parses a time of RFC 3339 with up to nine digits of a second: `2026-01-02T03:04:05.5+01:00`.
  package init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let year = scanner.number(digits: 4), scanner.scan("-"), let month = scanner.number(digits: 2),
      scanner.scan("-"), let day = scanner.number(digits: 2), scanner.scan("T") || scanner.scan("t"),
      let hour = scanner.number(digits: 2), scanner.scan(":"), let minute = scanner.number(digits: 2),
      scanner.scan(":"), let second = scanner.number(digits: 2), let nanoseconds = scanner.fraction(),
      let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard date.exists, hour < 24, minute < 60, second < 60 else { return nil }
    let seconds = date.daysSince1970 * 86_400 + (hour * 60 + minute) * 60 + second - offset
    self.init(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds))
  }
}

/// A date and a time of day at an offset from UTC.
struct CivilTime {
  let date: CivilDate
  let daysSince1970: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// - Parameter offset: Seconds east of UTC.
  init(_ time: CELTimestamp, offset: Int) {
    let (days, rest) = (time.seconds + Int64(offset)).flooredDivision(by: 86_400)
    daysSince1970 = Int(days)
    date = CivilDate(daysSince1970: daysSince1970)
    (hour, minute, second) = (Int(rest) / 3_600, Int(rest) / 60 % 60, Int(rest) % 60)
  }

  /// The day of the week, from 0 for Sunday. 1970-01-01 was a Thursday.
  // 1 January 1970 was a Thursday, day 4 of a week that begins with Sunday as 0.
  var dayOfWeek: Int { Int(Int64(daysSince1970 + 4).flooredDivision(by: 7).rest) }

  /// The day of the year, from 0.
  var dayOfYear: Int {
    // From March, since 1 January of the year 0 is before the first day that `CivilDate` has.
    let isLeapYear = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
    let day = daysSince1970 - CivilDate(year: date.year, month: 3, day: 1).daysSince1970
    return day + (isLeapYear ? 60 : 59)
  }
}

extension Int {
  fileprivate func padded(to width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.utf8.count)) + text
  }

  /// Nanoseconds as a fraction of a second without trailing zeros: `.5`; empty for 0.
  var fraction: String {
    if self == 0 { return "" }
    var digits = padded(to: 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }
}
