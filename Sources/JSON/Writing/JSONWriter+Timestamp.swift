import CivilDates

extension JSONWriter {
  /// Appends a time in milliseconds since 1970, quoted: `"2026-01-02T03:04:05.678Z"`.
  ///
  /// A time outside ``JSONTimestamp/range``, from corrupted data or a wrong clock, is written as the nearest bound.
  package mutating func append(timestamp milliseconds: Int64) {
    let milliseconds = min(max(milliseconds, JSONTimestamp.range.lowerBound), JSONTimestamp.range.upperBound)
    // Counted from the year 1, so that no value is negative and division rounds down.
    let sinceYear1 = milliseconds - JSONTimestamp.range.lowerBound
    let firstDay = Int(JSONTimestamp.range.lowerBound / JSONTimestamp.millisecondsPerDay)
    let date = CivilDate(daysSince1970: firstDay + Int(sinceYear1 / JSONTimestamp.millisecondsPerDay))
    let time = Int(sinceYear1 % JSONTimestamp.millisecondsPerDay)
    append(count: JSONTimestamp.length + 2) { start in
      var next = start
      func put(_ byte: UInt8) {
        next.initialize(to: byte)
        next += 1
      }
      func put(digit: Int) {
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      }
      // Divisions by constants, which the compiler makes multiplications.
      func put(twoDigits number: Int) {
        put(digit: number / 10)
        put(digit: number % 10)
      }
      put(UInt8(ascii: "\""))
      put(twoDigits: date.year / 100)
      put(twoDigits: date.year % 100)
      put(UInt8(ascii: "-"))
      put(twoDigits: date.month)
      put(UInt8(ascii: "-"))
      put(twoDigits: date.day)
      put(UInt8(ascii: "T"))
      put(twoDigits: time / 3_600_000)
      put(UInt8(ascii: ":"))
      put(twoDigits: time / 60_000 % 60)
      put(UInt8(ascii: ":"))
      put(twoDigits: time / 1000 % 60)
      put(UInt8(ascii: "."))
      put(digit: time % 1000 / 100)
      put(twoDigits: time % 100)
      put(UInt8(ascii: "Z"))
      put(UInt8(ascii: "\""))
    }
  }
}
