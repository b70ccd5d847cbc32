/// A span of time with nanoseconds, up to about 292 years in both directions.
package struct CELDuration: Sendable, Equatable, CustomStringConvertible {
  package let nanoseconds: Int64

  static let nanosecondsPerSecond: Int64 = 1_000_000_000

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The duration in seconds, with as many digits as it needs: `-1.5s`.
  package var description: String {
    let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: UInt64(Self.nanosecondsPerSecond))
    return "\(nanoseconds < 0 ? "-" : "")\(seconds)\(Int(rest).fraction)s"
  }
}

extension CELDuration {
  /// The units, longer names first.
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// Parses numbers with units: `1h45m47s`, `-1.5s`, `250ms`, `0`. Nil when the text is wrong or out of range.
  package init?(_ text: String) {
    var scanner = TextScanner(text)
    let isNegative = scanner.scan("-")
    if !isNegative { _ = scanner.scan("+") }
    guard !scanner.isAtEnd else { return nil }
    if text.drop(while: { $0 == "-" || $0 == "+" }) == "0" {
      self.init(nanoseconds: 0)
      return
    }
    var sum: Int64 = 0
    while !scanner.isAtEnd {
      guard let part = Self.part(&scanner, isNegative: isNegative) else { return nil }
      let (next, isOver) = sum.addingReportingOverflow(part)
      if isOver { return nil }
      sum = next
    }
    self.init(nanoseconds: sum)
  }

  /// Reads a number and its unit, as nanoseconds.
  private static func part(_ scanner: inout TextScanner, isNegative: Bool) -> Int64? {
    let whole = scanner.digits()
    let fraction = scanner.scan(".") ? scanner.digits() : []
    guard !whole.isEmpty || !fraction.isEmpty, let unit = units.first(where: { scanner.scan(text: $0.name) }) else {
      return nil
    }
    var sum: Int64 = 0
    for digit in whole {
      let (tens, isOver) = sum.multipliedReportingOverflow(by: 10)
      // Accumulated below zero, since Int64.min has no positive counterpart.
      let (next, isOverToo) = tens.subtractingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      if isOver || isOverToo { return nil }
      sum = next
    }
    let (scaled, isOver) = sum.multipliedReportingOverflow(by: unit.nanoseconds)
    let (total, isOverToo) = scaled.subtractingReportingOverflow(Self.nanoseconds(of: fraction, unit.nanoseconds))
    if isOver || isOverToo || !isNegative && total == .min { return nil }
    return isNegative ? total : -total
  }

  /// The nanoseconds of the digits after a decimal point, rounded down.
  private static func nanoseconds(of digits: ArraySlice<UInt8>, _ unit: Int64) -> Int64 {
    var (sum, scale) = (0 as Int64, unit)
    var rest = 0.0
    for digit in digits.prefix(15) {
      let value = Int64(digit - UInt8(ascii: "0"))
      rest += Double(scale % 10) * Double(value) / 10
      scale /= 10
      sum += value * scale
    }
    return sum + Int64(rest)
  }
}
