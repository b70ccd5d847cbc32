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
      func put(_ number: Int, unit: Int) {
        var unit = unit
        while unit > 0 {
          put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
          unit /= 10
        }
      }
      put(UInt8(ascii: "\""))
      put(date.year, unit: 1000)
      put(UInt8(ascii: "-"))
      put(date.month, unit: 10)
      put(UInt8(ascii: "-"))
      put(date.day, unit: 10)
      put(UInt8(ascii: "T"))
      put(time / 3_600_000, unit: 10)
      put(UInt8(ascii: ":"))
      put(time / 60_000 % 60, unit: 10)
      put(UInt8(ascii: ":"))
      put(time / 1000 % 60, unit: 10)
      put(UInt8(ascii: "."))
      put(time % 1000, unit: 100)
      put(UInt8(ascii: "Z"))
      put(UInt8(ascii: "\""))
    }
  }
}
