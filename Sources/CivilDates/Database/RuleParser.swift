/// Reads the parts of a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct RuleParser {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads the name of a time and its offset, in seconds east of UTC.
  ///
  /// - Parameter implied: The offset if the text has none; nil: it must have one.
  mutating func offset(default implied: Int?) -> Int? {
    guard name() else { return nil }
    if rest.isEmpty || rest.first == UInt8(ascii: ",") { return implied }
    // POSIX counts west of UTC.
    return time(hours: 24).map { -$0 }
  }

  /// Reads a comma, a day and its time.
  mutating func day() -> DayOfYear? {
    guard scan(","), let day = dayWithoutTime() else { return nil }
    if !scan("/") { return DayOfYear(day: day, time: 2 * 3_600) }
    return time(hours: 167).map { DayOfYear(day: day, time: $0) }
  }

  private mutating func dayWithoutTime() -> DayOfYear.Day? {
    if scan("M") {
      guard let month = number(1...12), scan("."), let week = number(1...5), scan("."), let day = number(0...6) else {
        return nil
      }
      return .weekday(day, week: week, month: month)
    }
    return scan("J") ? number(1...365).map { .withoutLeapDay($0) } : number(0...365).map { .withLeapDay($0) }
  }

  /// Reads a time such as `-5`, `5:30` or `+5:30:15`, in seconds.
  private mutating func time(hours: Int) -> Int? {
    let isNegative = scan("-")
    if !isNegative { _ = scan("+") }
    guard let hours = number(0...hours), let minutes = scan(":") ? number(0...59) : 0,
      let seconds = scan(":") ? number(0...59) : 0
    else { return nil }
    let time = (hours * 60 + minutes) * 60 + seconds
    return isNegative ? -time : time
  }

  /// Skips a name such as `CET` or `<+03>`.
  private mutating func name() -> Bool {
    if scan("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & ~0x20) }
    rest = rest[letters.endIndex...]
    return !letters.isEmpty
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    guard (1...3).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }

  private mutating func scan(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
