/// The values of a schedule's fields, as sets of bits, and the minutes of the calendar that they name.
struct CronFields: Hashable {
  let anyHour: Bool
  private let minutes: UInt64
  private let hours: UInt64
  private let days: UInt64
  private let months: UInt64
  /// From bit 0 for Sunday.
  private let weekdays: UInt64
  private let anyDay: Bool
  private let anyWeekday: Bool

  init(_ text: String) throws(CronFault) {
    let parts = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map(Substring.init)
    guard parts.count == CronField.all.count else {
      let count = parts.isEmpty ? "none" : "\(parts.count)"
      throw CronFault(
        """
        A schedule must have five fields (\(CronField.all.map(\.name).joined(separator: ", "))), such as "0 22 * * 1-5"; \
        \(String(quoted: text)) has \(count).
        """)
    }
    (anyHour, anyDay, anyWeekday) = (parts[1] == "*", parts[2] == "*", parts[4] == "*")
    minutes = try CronField.minute.parse(parts[0])
    hours = try CronField.hour.parse(parts[1])
    days = try CronField.day.parse(parts[2])
    months = try CronField.month.parse(parts[3])
    let weekdays = try CronField.weekday.parse(parts[4])
    self.weekdays = (weekdays | weekdays >> 7) & 0x7f
    if anyWeekday { try expectDays(parts) }
  }

  /// Checks that at least one of the months has one of the days.
  private func expectDays(_ parts: [Substring]) throws(CronFault) {
    let longest = (1...12).filter { months >> $0 & 1 == 1 }.map { Self.length(ofMonth: $0, year: 2000) }.max() ?? 0
    guard days.trailingZeroBitCount > longest else { return }
    throw CronFault(
      """
      A schedule's day of month must be one that the months \(String(quoted: parts[3])) have, from 1 to \(longest); \
      it is \(String(quoted: parts[2])).
      """)
  }
}

extension CronFields {
  private static let minutesPerDay: Int64 = 1_440

  /// The first minute that the fields name, in local minutes since 1970.
  ///
  /// - Parameters:
  ///   - minute: The first minute that counts, from the year 0 on.
  ///   - end: The minute after the last that counts.
  func first(from minute: Int64, before end: Int64) -> Int64? {
    let (day, time) = minute.flooredDivision(by: Self.minutesPerDay)
    let date = CivilDate(daysSince1970: Int(day))
    var (year, month, first) = (date.year, date.month, day - Int64(date.day - 1))
    // Bit 1 is the first day of the month.
    var matching = days(ofMonth: month, year: year, first: first) & (.max << UInt64(date.day))
    if matching >> date.day & 1 == 1, let time = self.time(from: Int(time)) {
      let found = day * Self.minutesPerDay + time
      return found < end ? found : nil
    }
    matching &= ~(1 << date.day)
    while matching == 0, first * Self.minutesPerDay < end {
      first += Int64(Self.length(ofMonth: month, year: year))
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
      matching = days(ofMonth: month, year: year, first: first)
    }
    guard matching != 0, let time = self.time(from: 0) else { return nil }
    let found = (first + Int64(matching.trailingZeroBitCount - 1)) * Self.minutesPerDay + time
    return found < end ? found : nil
  }

  /// The first time of a day at or after one, in minutes after midnight.
  private func time(from minute: Int) -> Int64? {
    let hour = minute / 60
    let remaining = minutes >> (minute % 60)
    if hours >> hour & 1 == 1, remaining != 0 { return Int64(minute + remaining.trailingZeroBitCount) }
    let later = hours & (.max << UInt64(hour + 1))
    return later == 0 ? nil : Int64(later.trailingZeroBitCount * 60 + minutes.trailingZeroBitCount)
  }

  /// The days of a month that the fields name, from bit 1.
  ///
  /// - Parameter first: The first day of the month, in days since 1970.
  private func days(ofMonth month: Int, year: Int, first: Int64) -> UInt64 {
    guard months >> month & 1 == 1 else { return 0 }
    let all: UInt64 = (1 << (Self.length(ofMonth: month, year: year) + 1)) - 2
    if anyWeekday { return days & all }
    // 1970-01-01 was a Thursday, day 4 of a week that begins with Sunday as 0.
    let weekday = (first + 4).flooredDivision(by: 7).rest
    let week = (weekdays >> weekday | weekdays << (7 - weekday)) & 0x7f
    // Five weeks that begin with the first day of the month.
    let weekdays = (week * 0x1020_4081) << 1
    return (anyDay ? weekdays : weekdays | days) & all
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeapYear ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}
