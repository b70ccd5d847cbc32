/// The offsets of a zone that repeat each year, as the variable TZ of POSIX tells them: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyRule {
  /// The seconds since 1970 of the years 1 to 9999. Other years have the standard offset.
  static let years: Range<Int64> = -62_135_596_800..<253_402_300_800

  private let standard: Int
  private let daylight: (offset: Int, beginning: DayOfYear, end: DayOfYear)?

  /// Parses a rule (RFC 9636, section 3.3.1); nil if it is wrong.
  init?(_ text: String) {
    var parser = RuleParser(text)
    guard let standard = parser.offset(default: nil) else { return nil }
    self.standard = standard
    if parser.isAtEnd {
      daylight = nil
    } else {
      guard let offset = parser.offset(default: standard + 3_600), let beginning = parser.day(), let end = parser.day(),
        parser.isAtEnd
      else { return nil }
      daylight = (offset, beginning, end)
    }
  }

  /// The period of a time in seconds since 1970. A period also ends with the year.
  func period(at time: Int64) -> ZonePeriods.Period {
    guard let daylight, Self.years.contains(time) else {
      return ZonePeriods.Period(offset: standard, end: time < Self.years.lowerBound ? Self.years.lowerBound : .max)
    }
    let days = Int((time + Int64(standard)).flooredDivision(by: 86_400).quotient)
    let year = CivilDate(daysSince1970: days).year
    let beginning = daylight.beginning.seconds(in: year) - Int64(standard)
    let end = daylight.end.seconds(in: year) - Int64(daylight.offset)
    let isDaylight =
      // South of the equator daylight time spans the end of the year.
      beginning < end ? (beginning..<end).contains(time) : !(end..<beginning).contains(time)
    var next = Int64(CivilDate(year: year + 1, month: 1, day: 1).daysSince1970 * 86_400 - standard)
    for change in [beginning, end] where change > time { next = min(next, change) }
    return ZonePeriods.Period(offset: isDaylight ? daylight.offset : standard, end: next)
  }
}

/// A day of each year and a time of it.
struct DayOfYear {
  enum Day {
    /// Such as the last Sunday of March: week 5 is the last.
    case weekday(Int, week: Int, month: Int)
    /// From 1 in years without a leap day, which is not counted.
    case withoutLeapDay(Int)
    /// From 0, with the leap day.
    case withLeapDay(Int)
  }

  let day: Day
  /// From midnight; up to a week before or after it.
  let time: Int

  /// The seconds since 1970 in a year, at no offset from UTC.
  func seconds(in year: Int) -> Int64 { Int64(days(in: year) * 86_400 + time) }

  private func days(in year: Int) -> Int {
    let first = CivilDate(year: year, month: 1, day: 1).daysSince1970
    switch day {
    case .withLeapDay(let day): return first + day
    case .withoutLeapDay(let day):
      let march = CivilDate(year: year, month: 3, day: 1).daysSince1970
      return day < 60 ? first + day - 1 : march + day - 60
    case .weekday(let weekday, let week, let month):
      let first = CivilDate(year: year, month: month, day: 1).daysSince1970
      let isDecember = month == 12
      let next = CivilDate(year: isDecember ? year + 1 : year, month: isDecember ? 1 : month + 1, day: 1).daysSince1970
      var day = first + (weekday - (first + 4) % 7 + 7) % 7 + 7 * (week - 1)
      while day >= next { day -= 7 }
      return day
    }
  }
}
