import CivilDates

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

  /// Parses a time of RFC 3339, with any fraction of a second and at any offset from UTC; nil for any other text.
  ///
  /// - Parameter roundsUp: Whether a part of a millisecond counts as a whole one.
  package static func milliseconds(ofRFC3339 text: String, roundsUp: Bool = false) -> Int64? {
    var zone = text.dropFirst(19)
    var fraction = Substring()
    if zone.first == "." {
      fraction = zone.dropFirst().prefix { $0.isASCII && $0.isNumber }
      zone = zone.dropFirst(1 + fraction.count)
      if fraction.isEmpty { return nil }
    }
    let thousandths = (fraction + "000").prefix(3)
    // RFC 3339 §5.6 allows a small `t`.
    guard let offset = offset(zone), let time = milliseconds(of: "\(text.prefix(19).uppercased()).\(thousandths)Z")
    else { return nil }
    let isBetween = fraction.dropFirst(3).contains { $0 != "0" }
    return time - offset + (roundsUp && isBetween ? 1 : 0)
  }

  /// Parses `Z` or an offset such as `-09:30`, as milliseconds east of UTC.
  private static func offset(_ zone: Substring) -> Int64? {
    if zone == "Z" || zone == "z" { return 0 }
    guard let sign = zone.first, sign == "+" || sign == "-",
      // The form has room for exactly five characters here, so that nothing else passes.
      let clock = milliseconds(of: "1970-01-01T\(zone.dropFirst()):00.000Z")
    else { return nil }
    return sign == "-" ? -clock : clock
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
      // The form has digits here, so the subtraction cannot trap.
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
