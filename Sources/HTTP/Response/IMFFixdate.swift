import CivilDates

/// The date format of fields, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum IMFFixdate {
  // 1970-01-01 was a Thursday.
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Formats a date.
  ///
  /// - Parameter seconds: Seconds since 1970, up to the year 9999.
  package static func bytes(unixSeconds seconds: Int) -> [UInt8] {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let (day, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSince1970: day)
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
}

extension [UInt8] {
  fileprivate mutating func append(twoDigits number: Int) {
    append(UInt8(ascii: "0") + UInt8(number / 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
