/// The date format of fields, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum IMFFixdate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Formats a date.
  ///
  /// - Parameter seconds: Seconds since 1970, up to the year 9999.
  package static func bytes(unixSeconds seconds: Int) -> [UInt8] {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let (day, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = civil(daysSince1970: day)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    bytes += "\(days[day % 7]), ".utf8
    bytes.append(twoDigits: date.day)
    bytes += " \(months[date.month - 1]) ".utf8
    bytes.append(twoDigits: date.year / 100)
    bytes.append(twoDigits: date.year % 100)
    for (separator, number) in zip(" ::".utf8, [time / 3600, time / 60 % 60, time % 60]) {
      bytes.append(separator)
      bytes.append(twoDigits: number)
    }
    return bytes + " GMT".utf8
  }

  /// Counts from 1 March of the year 0, so that the leap day is the last of its year (Howard Hinnant,
  /// "chrono-Compatible Low-Level Date Algorithms").
  private static func civil(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (daysSince1970 + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension [UInt8] {
  fileprivate mutating func append(twoDigits number: Int) {
    append(UInt8(ascii: "0") + UInt8(number / 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
