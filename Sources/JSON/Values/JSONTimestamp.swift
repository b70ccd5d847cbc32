/// A time in UTC, in milliseconds since 1970, in the format of RFC 3339: `2026-01-02T03:04:05.678Z`.
package enum JSONTimestamp {
  /// The times with years of four digits.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  static let length = 24
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Formats a time, without quotes.
  package static func text(_ milliseconds: Int64) -> String {
    var json = JSONWriter(capacity: length + 2)
    json.append(timestamp: milliseconds)
    return String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Parses the format that `text` writes; nil for any other format and for dates that do not exist.
  package static func milliseconds(of text: String) -> Int64? {
    text.withBytes { milliseconds(of: $0) }
  }

  private static func milliseconds(of bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let form: StaticString = "dddd-dd-ddTdd:dd:dd.dddZ"
    guard bytes.count == length else { return nil }
    for position in 0..<length {
      let expected = form.utf8Start[position]
      let isRight = expected == UInt8(ascii: "d") ? isDigit(bytes[position]) : bytes[position] == expected
      if !isRight { return nil }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard date.exists, hour < 24, minute < 60, second < 60 else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    return Int64(date.daysSince1970) * millisecondsPerDay + Int64(seconds * 1000 + number(20..<23))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A day of the Gregorian calendar, extended to before its introduction.
///
/// Counts in years that begin in March, so that the leap day is the last, and in eras of 400 years, after which the
/// calendar repeats: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int

  private static let daysPerEra = 146_097
  /// From 1 March of the year 0 to 1 January 1970.
  private static let daysBefore1970 = 719_468
}

extension CivilDate {
  /// - Precondition: The year is 0 or later.
  init(daysSince1970 days: Int) {
    let day = days + Self.daysBefore1970
    let era = day / Self.daysPerEra
    let dayOfEra = day % Self.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch / 400
    let yearOfEra = yearFromMarch % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * Self.daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysBefore1970
  }

  /// Whether the date exists, in the years 1 to 9999.
  var exists: Bool {
    (1...9999).contains(year) && (1...12).contains(month) && CivilDate(daysSince1970: daysSince1970) == self
  }
}
