/// A duration as text by ISO 8601, such as `P30D`, `PT1H30M` or `P2W`. Years and months, whose lengths differ, are not
/// supported.
package enum JSONDuration {
  /// Each designator with its milliseconds, in their order; those after `T` last.
  private static let days: [(designator: Character, milliseconds: Int64)] = [("W", 604_800_000), ("D", 86_400_000)]
  private static let times: [(designator: Character, milliseconds: Int64)] = [
    ("H", 3_600_000), ("M", 60_000), ("S", 1_000),
  ]

  /// Parses a duration, whose seconds may have up to three decimals; nil for any other text, and above 999,999,999 of a
  /// unit.
  ///
  /// - Returns: Milliseconds.
  package static func milliseconds(of text: String) -> Int64? {
    guard text.first == "P" else { return nil }
    let parts = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = sum(parts[0], days), !parts.allSatisfy(\.isEmpty) else { return nil }
    guard parts.count > 1 else { return date }
    guard !parts[1].isEmpty, let (text, decimals) = splitDecimals(parts[1]), let time = sum(text, times) else {
      return nil
    }
    return date + time + decimals
  }

  /// Converts a number of seconds; nil for one that no text can give.
  ///
  /// - Returns: Milliseconds, without their fraction.
  package static func milliseconds(ofSeconds seconds: Double) -> Int64? {
    let milliseconds = (seconds * 1_000).clampedInteger
    // Larger ones are not exact.
    return milliseconds.magnitude <= 1 << 53 && !seconds.isNaN ? milliseconds : nil
  }

  private static func sum(_ text: Substring, _ units: [(designator: Character, milliseconds: Int64)]) -> Int64? {
    var (rest, units, sum) = (text, units[...], Int64(0))
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      // Nine digits of weeks are below 10^18 milliseconds, so that no sum overflows.
      guard (1...9).contains(digits.count), let count = Int64(digits),
        let designator = rest.dropFirst(digits.count).first,
        let index = units.firstIndex(where: { $0.designator == designator })
      else { return nil }
      sum += count * units[index].milliseconds
      // Each unit at most once, and the larger before the smaller.
      units = units[(index + 1)...]
      rest = rest.dropFirst(digits.count + 1)
    }
    return sum
  }

  /// Splits the decimals off a text such as `1M0.5S`: `1M0S`, and 500 milliseconds.
  private static func splitDecimals(_ text: Substring) -> (text: Substring, milliseconds: Int64)? {
    guard let point = text.lastIndex(of: ".") else { return (text, 0) }
    let decimals = text[text.index(after: point)...].dropLast()
    guard text.last == "S", (1...3).contains(decimals.count), decimals.allSatisfy({ $0.isASCII && $0.isNumber }),
      let milliseconds = Int64(decimals + String(repeating: "0", count: 3 - decimals.count))
    else { return nil }
    return (text[..<point] + "S", milliseconds)
  }

  /// Formats a duration of whole seconds, with the largest possible units except weeks.
  package static func text(_ milliseconds: Int64) -> String {
    var rest = milliseconds
    func parts(_ units: ArraySlice<(designator: Character, milliseconds: Int64)>) -> String {
      units.map { unit in
        defer { rest %= unit.milliseconds }
        return rest >= unit.milliseconds ? "\(rest / unit.milliseconds)\(unit.designator)" : ""
      }.joined()
    }
    let (date, time) = (parts(days[1...]), parts(times[...]))
    return time.isEmpty && !date.isEmpty ? "P\(date)" : "P\(date)T\(time.isEmpty ? "0S" : time)"
  }
}
