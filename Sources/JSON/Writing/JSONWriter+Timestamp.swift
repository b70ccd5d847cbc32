import CivilDates

extension JSONWriter {
  /// Appends a time in milliseconds since 1970, quoted: `"2026-01-02T03:04:05.678Z"`.
  ///
  /// A time outside ``JSONTimestamp/range``, from corrupted data or a wrong clock, is written as the nearest bound.
  @usableFromInline package mutating func append(timestamp milliseconds: Int64) {
    let milliseconds = min(max(milliseconds, JSONTimestamp.range.lowerBound), JSONTimestamp.range.upperBound)
    // Counted from the year 1, so that no value is negative and division rounds down.
    let sinceYear1 = milliseconds - JSONTimestamp.range.lowerBound
    let firstDay = Int(JSONTimestamp.range.lowerBound / JSONTimestamp.millisecondsPerDay)
    let date = CivilDate(daysSince1970: firstDay + Int(sinceYear1 / JSONTimestamp.millisecondsPerDay))
    let (year, time) = (UInt32(date.year), UInt32(sinceYear1 % JSONTimestamp.millisecondsPerDay))
    let template: StaticString = "\"0000-00-00T00:00:00.000Z\""
    append(count: template.utf8CodeUnitCount) { text in
      text.initialize(from: template.utf8Start, count: template.utf8CodeUnitCount)
      func put(digit: UInt32, at offset: Int) {
        text[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      }
      // Divisions by constants, which the compiler makes multiplications: of 32 bits, in half as many instructions.
      func put(twoDigits number: UInt32, at offset: Int) {
        let tens = number / 10
        put(digit: tens, at: offset)
        put(digit: number &- tens &* 10, at: offset + 1)
      }
      put(twoDigits: year / 100, at: 1)
      put(twoDigits: year % 100, at: 3)
      put(twoDigits: UInt32(date.month), at: 6)
      put(twoDigits: UInt32(date.day), at: 9)
      put(twoDigits: time / 3_600_000, at: 12)
      put(twoDigits: time / 60_000 % 60, at: 15)
      put(twoDigits: time / 1000 % 60, at: 18)
      put(digit: time % 1000 / 100, at: 21)
      put(twoDigits: time % 100, at: 22)
    }
  }
}
